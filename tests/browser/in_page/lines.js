() => {
  const parts = name => [...document.querySelectorAll(name)].filter(part => part.checkVisibility());
  const box = part => part.getBoundingClientRect(), foot = box(document.querySelector('#actions')).top;
  const verdict = box(document.querySelector('#verdict')).top, say = document.createRange();
  say.selectNodeContents(document.querySelector('.verdict-say b'));
  return {
    lines: new Set([...say.getClientRects()].map(line => Math.round(line.bottom / 8))).size,
    cut: parts('.verdict-cards .mini').filter(card => box(card).bottom > foot + .5).length,
    covered: parts('#pad .key').filter(key => box(key).bottom > verdict + .5).length,
  };
}
