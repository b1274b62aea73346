() => {
  const TOUCH = `button, summary, select, textarea, label:has(input), input:not([type=hidden], [type=file]),
    a[data-seat], a[href^="#"]`;
  const found = [...document.querySelectorAll(TOUCH)].map(one => {
    const box = one.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
    const hit = document.elementFromPoint(x, y);
    if (one.matches('[data-print]') || !hit || !(one.contains(hit) || hit.contains(one))) return null;
    const said = `${one.localName} ${one.name ?? ''} ${one.value ?? ''} ${one.textContent.trim().slice(0, 30)}`;
    return { x, y, said, text: one.matches('input.text, textarea, input[type=search]'), number: one.inputMode === 'numeric' };
  });
  return found.filter(Boolean);
}
