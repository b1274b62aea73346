() => {
  const found = [document.title];
  const inline = (part) => part.matches('span, b, i, small, a, svg, svg *, bdi, em, strong');
  const text = (part) => [...part.childNodes].map((node) => {
    if (node.nodeType === 3) return node.data;
    if (node.nodeType !== 1 || node.matches('script, style, noscript, [lang]:not(html)')) return '';
    const inner = node.matches('input, textarea') ? '' : text(node);
    if (!inline(node)) return `\n${inner}\n`;
    return getComputedStyle(node).display === 'inline' ? inner : ` ${inner} `;
  }).join('');
  found.push(...text(document.body).split('\n'));
  for (const name of ['aria-label', 'aria-description', 'title', 'placeholder', 'alt'])
    for (const part of document.querySelectorAll(`[${name}]`))
      if (!part.closest('[lang]:not(html)')) found.push(part.getAttribute(name));
  return found.map((line) => line.replace(/\s+/g, ' ').trim()).filter(Boolean);
}
