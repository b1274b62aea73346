(least) => {
  const found = [], seen = new Set(), over = '.refusal, .ask-bar, .held, .queue, .menu, .shapes';
  for (const one of document.querySelectorAll('#page :is(button, input:not([type=hidden]), select, textarea, summary, a.button)')) {
    const part = one.closest('.key:not(.key-many), label') ?? one;
    const apart = one.matches('.unseen, .key-second') || part.matches('.key-more') || (least && one.matches('[type=button]'))
      || one.matches('.pause-other *, [class*=" for-"]') && !part.checkVisibility()
      || one.closest('[hidden], .unseen, .typed, details:not([open]) > :not(summary), .person-line:has(:placeholder-shown)') || getComputedStyle(part).pointerEvents === 'none';
    if (seen.has(part) || apart || (!(least && one.form) && !part.checkVisibility({visibilityProperty: true}))) continue;
    seen.add(part);
    part.scrollIntoView({block: 'center', inline: 'center'});
    const box = part.getBoundingClientRect(), hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    const name = `${part.tagName}.${part.className} ${(one.getAttribute('aria-label') ?? part.textContent).trim().slice(0, 24)}`;
    // What lies over the page for a moment, or until it is answered, may.
    if (hit?.closest(over) && !hit.closest(over).contains(part)) continue;
    if (!part.contains(hit) && !(hit && hit.closest('label')?.contains(one))) found.push(`${name}: under ${hit?.tagName}.${hit?.className}`);
    else if (one.form && !part.matches('.held-who') && (box.width < least - .5 || box.height < least - .5)) found.push(`${name}: ${Math.round(box.width)} x ${Math.round(box.height)}`);
  }
  return found;
}
