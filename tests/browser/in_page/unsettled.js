() => {
  const { read, wide } = document.body.dataset, room = matchMedia('(min-width: 37.5rem)').matches;
  return [...document.querySelectorAll('link[rel=stylesheet]')].some(link => !link.sheet)
    || [read, room && wide].some(one => one && ![...document.styleSheets].some(({ href }) => href?.endsWith(one)))
    || document.fonts.status === 'loading';
}
