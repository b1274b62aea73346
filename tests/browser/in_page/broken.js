() => {
  const found = [], root = document.documentElement, most = 44 * parseFloat(getComputedStyle(root).fontSize) + 1;
  const say = (what, part) => found.push(`${what}: ${part.tagName}.${part.className.baseVal ?? part.className} ${part.textContent.trim().slice(0, 30)}`);
  if (root.scrollWidth > innerWidth) found.push(`scrolls sideways: ${root.scrollWidth}`);
  const go = document.querySelector('.actions .button-go'), read = document.querySelector('.leaf, .refusal, .page:not(.entry, .explained)');
  if (go?.checkVisibility() && (innerHeight >= 600 || !read)) {
    const box = go.getBoundingClientRect();
    if (box.bottom > innerHeight + 1 || box.top < 0) say(`${Math.round(box.bottom)} of ${innerHeight}`, go);
  }
  for (const name of document.querySelectorAll('.sheet thead th[title]')) {
    if (!name.checkVisibility()) continue;
    if (!name.querySelector('.stamp')?.checkVisibility()) say('without a sign', name);
    if (name.scrollWidth > name.clientWidth && name.clientWidth < 48) say('next to nothing of a name', name);
  }
  for (const cell of document.querySelectorAll('.cell'))
    if ([...cell.querySelectorAll('.cell-name, .cell-short')].filter((name) => name.textContent && name.checkVisibility()).length > 1) say('named twice', cell);
  const slides = (part) => part && part.id !== 'page' && (/auto|scroll/.test(getComputedStyle(part).overflowX) || slides(part.parentElement));
  for (const part of document.querySelectorAll('#page *')) {
    const box = part.getBoundingClientRect();
    if (!box.width || !box.height || slides(part.parentElement) || part.closest('.unseen, .typed, svg svg') || !part.checkVisibility()) continue;
    if (box.right > innerWidth + 1 || box.left < -1) say('outside', part);
    const written = [...part.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    // The numbers of a table are no lines that are read.
    if (!written || part.matches('tfoot td') || /flex|grid/.test(getComputedStyle(part).display)) continue;
    const all = document.createRange(), lines = new Map();
    all.selectNodeContents(part);
    for (const one of all.getClientRects()) {
      const at = Math.round(one.bottom / 6), [left, right] = lines.get(at) ?? [one.left, one.right];
      lines.set(at, [Math.min(left, one.left), Math.max(right, one.right)]);
    }
    if ([...lines.values()].some(([left, right]) => right - left > most)) say('long line', part);
  }
  const main = getComputedStyle(document.querySelector('main')), columns = main.gridTemplateColumns.split(' ').map(parseFloat);
  if (main.display === 'grid' && columns.some((column) => column < 220)) found.push(`narrow column: ${columns}`);
  return found;
}
