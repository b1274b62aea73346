// What the scripts say by themselves, in the reader's language. Where the words did not come, nothing is said.

const { default: words } = await import(document.body.dataset.words).catch(() => ({ default: {} }));

export function tell(code, parts = {}) {
  return (words[code] ?? "").replace(/\{(\w+)\}/g, (_, name) => parts[name] ?? "");
}
