() => {
  const found = [], main = document.querySelector('main'), ink = [];
  const apart = '.unseen, [hidden], .typed, .bar, .menu-sheet, .refusal, .notice, .queue, svg *';
  const said = (part) => `${part.tagName}.${part.className} ${part.textContent.trim().slice(0, 24)}`;
  const lifted = (part) => part && part !== main && (/fixed|absolute/.test(getComputedStyle(part).position) || lifted(part.parentElement));
  const add = (box, part, filled) => {
    if (box.width > 1 && box.height > 1) ink.push({ left: box.left, top: box.top, bottom: box.bottom, part, filled });
  };
  for (const part of main.querySelectorAll('*')) {
    if (part.closest(apart) || !part.checkVisibility({ visibilityProperty: true }) || lifted(part)) continue;
    const look = getComputedStyle(part), box = part.getBoundingClientRect();
    const lined = ['Top', 'Bottom', 'Left'].some((side) => parseFloat(look[`border${side}Width`]) > 0);
    const filled = look.backgroundColor !== 'rgba(0, 0, 0, 0)' || look.boxShadow !== 'none';
    if (lined || filled || /^(svg|IMG|INPUT)$/.test(part.tagName)) add(box, part, filled && !lined);
    if (getComputedStyle(part, '::before').content.startsWith('"'))
      add({ ...box.toJSON(), left: box.left + parseFloat(look.paddingLeft) + parseFloat(look.textIndent) }, part, false);
    for (const node of part.childNodes)
      if (node.nodeType === 3 && node.data.trim()) {
        const words = document.createRange();
        words.selectNodeContents(node);
        for (const line of words.getClientRects()) add(line, part, false);
      }
  }
  const title = document.createRange(), name = document.querySelector('h1');
  title.selectNodeContents(name);
  const margin = parseFloat(getComputedStyle(document.querySelector('.page')).paddingLeft);
  if (Math.abs(title.getBoundingClientRect().left - margin) > 2) found.push(`title at ${title.getBoundingClientRect().left} of ${margin}`);
  for (const one of ink) if (one.left < margin - 1.5 && !one.filled) found.push(`${Math.round(one.left)} left of the margin: ${said(one.part)}`);
  const hand = margin + main.getBoundingClientRect().width * .25;
  for (const block of main.querySelectorAll('h2, form, ol, ul, dl, table, fieldset, .pad, .strip, .actions, p')) {
    const own = ink.filter(({ part }) => block === part || block.contains(part)), box = block.getBoundingClientRect();
    if (!own.length || box.left > hand) continue;
    const left = Math.min(...own.map((one) => one.left)), top = Math.min(...own.map((one) => one.top));
    if (left <= margin + 2.5) continue;
    const beside = ink.some((one) => one.left <= margin + 2.5 && one.top <= top + 44 && one.bottom > top && !block.contains(one.part));
    if (!beside) found.push(`${Math.round(left)} of ${margin}: ${said(block)}`);
  }
  return [...new Set(found)];
}
