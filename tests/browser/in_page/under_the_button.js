() => {
  scrollTo(0, 0);
  const most = document.querySelector('#actions').getBoundingClientRect().top + 1;
  return [...document.querySelectorAll('#entry :is(.pad .key, .numpad .button)')].filter((key) => {
    const box = key.getBoundingClientRect();
    return box.width && (box.bottom > most || box.height < 39.5 || box.right > innerWidth);
  }).map((key) => key.dataset.card ?? key.textContent);
}
