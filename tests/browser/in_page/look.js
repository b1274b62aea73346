() => {
  const LOOKS = ['display', 'visibility', 'opacity', 'color', 'backgroundColor', 'borderTopWidth', 'borderTopStyle',
    'borderTopColor', 'borderRadius', 'fontFamily', 'fontSize', 'fontWeight', 'lineHeight', 'textAlign', 'whiteSpace',
    'padding', 'margin', 'gap', 'boxShadow', 'transform', 'order'];
  const SEEN = 'a, button, input:not([type=hidden]), select, textarea, summary, label, h1, h2, .key, .spot, .seat, .column';
  document.activeElement?.blur?.();
  document.getAnimations().forEach(one => one.effect?.getComputedTiming().endTime === Infinity ? one.cancel() : one.finish());
  for (const one of document.querySelectorAll('*')) if (one.scrollTop || one.scrollLeft) one.scrollTo(0, 0);
  const parts = [...document.querySelectorAll('#page *')].filter(one => one.matches(SEEN) && one.checkVisibility()).map(one => {
    const { x, y, width, height } = one.getBoundingClientRect(), style = getComputedStyle(one);
    const place = [x, y, width, height].map(Math.round).join(' ');
    const said = [one.localName, one.className, one.name, one.value, one.checked ? 'checked' : '', one.textContent.trim().slice(0, 40)];
    return [said.filter(Boolean).join(' ').replace(/\s+/g, ' '), place, ...LOOKS.map(name => style[name])];
  });
  const sheets = [...document.styleSheets].map(one => one.href?.replace(/.*\/([^?]*).*/, '$1')).filter(Boolean).sort();
  return { parts, sheets };
}
