() => {
  const now = document.activeElement;
  if (now === document.body) return '';
  return `${now.tagName} ${now.id} ${now.getAttribute('aria-label') ?? now.textContent.trim().slice(0, 40)}`;
}
