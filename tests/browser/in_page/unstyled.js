sheets => {
  const linked = new Set([...document.styleSheets].map(({ href }) => href?.match(/([a-z]+\.css)/)?.[1])), found = new Set();
  const rules = (list, within = '') => [...list].flatMap(rule => {
    if (rule.media && !matchMedia(rule.media.mediaText).matches) return [];
    const selector = rule.selectorText?.replaceAll('&', `:is(${within})`) ?? within;
    // A rule around others alone says nothing itself.
    return [...selector && rule.style?.length ? [selector] : [], ...rules(rule.cssRules ?? [], selector)];
  });
  const apart = text => {
    let deep = 0;
    return [...text].map(sign => { deep += (sign === '(') - (sign === ')'); return sign === ',' && !deep ? '\n' : sign; }).join('').split('\n');
  };
  for (const [name, text] of Object.entries(sheets)) {
    if (linked.has(name) || name === "wide.css") continue;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    for (const selector of rules(sheet.cssRules))
      for (const one of apart(selector)) {
        const subject = one.trim().replace(/::[a-z-]+$/, '');
        if (!/[.#][\w-]+[^\s>+~]*$/.test(subject)) continue;
        const part = [...document.querySelectorAll(subject)].find(part => part.checkVisibility());
        if (part) found.add(`${name}: ${subject} at ${part.tagName}.${part.className.baseVal ?? part.className}`);
      }
  }
  return [...found];
}
