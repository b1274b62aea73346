() => {
  const held = {}, inside = '#rows input[type=hidden], .person-line input[type=hidden]';
  for (const one of document.querySelectorAll(`#page :is(input:not([type=hidden], [type=file]), select, textarea), ${inside}`)) {
    if (!one.form || one.closest('#refusal')) continue;
    if (one.matches('textarea')) { one.value.split('\n').filter(Boolean).forEach(row => { held[row] = 1; }); continue; }
    const choice = /^(radio|checkbox)$/.test(one.type);
    if (choice ? !one.checked : !one.value) continue;
    const name = [one.form.getAttribute('id') ?? one.form.getAttribute('action'), one.name || one.id, one.value].join(' ');
    held[name] = (held[name] ?? 0) + 1;
  }
  return held;
}
