() => {
  const found = [], box = document.querySelector('main').getBoundingClientRect();
  const page = document.querySelector('#page'), all = document.scrollingElement;
  if (all.scrollWidth > innerWidth || all.scrollHeight > innerHeight) found.push(`scrolls: ${all.scrollWidth} x ${all.scrollHeight}`);
  if (page.scrollWidth > page.clientWidth || page.scrollHeight > page.clientHeight) found.push('cut off at an edge');
  for (const [inner, outer] of [['.tv-seat', '.tv-seats'], ['.tv-line', '.tv-lines'], ['.tv-lane, .tv-stand, .tv-board .lie', '.tv-board'], ['.tv-wide > *', '.tv-wide'],
    ['.tv-name, .tv-total > *, .tv-doing', '.tv-seat'], ['.tv-corner > *', '.tv-corner']])
    for (const one of document.querySelectorAll(inner)) {
      const own = one.getBoundingClientRect(), around = (one.closest(outer) ?? document.querySelector(outer)).getBoundingClientRect();
      if (own.width && (own.bottom > around.bottom + 2 || own.right > around.right + 2 || own.bottom > box.bottom + 2))
        found.push(`${inner} "${one.textContent.trim().slice(0, 20)}" ${Math.round(own.right - around.right)} ${Math.round(own.bottom - around.bottom)}`);
    }
  for (const one of document.querySelectorAll('.tv-name b, .tv-now span, .tv-line > b'))
    if (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 4) found.push(`cut: ${one.textContent}`);
  const qr = document.querySelector('.tv-qr svg').getBoundingClientRect(), least = 1.125 * parseFloat(getComputedStyle(document.documentElement).fontSize) - .1;
  if (qr.bottom > innerHeight || qr.width < least * 5) found.push('the code is not whole');
  const words = document.createTreeWalker(document.querySelector('#page'), NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const own = words.currentNode.parentElement;
    if (words.currentNode.data.trim() && !own.closest('.unseen, .tv-back, svg, .letter') && own.checkVisibility() && parseFloat(getComputedStyle(own).fontSize) < least)
      found.push(`too small: ${words.currentNode.data.trim()} (${own.className}, ${own.parentElement.className})`);
  }
  return found;
}
