names => {
  const found = [], all = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (document.documentElement.lang === 'ja' && all.nextNode()) {
    const holder = all.currentNode.parentElement, text = all.currentNode.data.trim();
    if (!holder.checkVisibility() || holder.closest('[lang]').lang !== 'ja' || names.some(name => text.includes(name))) continue;
    if (/[A-Za-z]{3}/.test(text) && !/^[A-Z0-9]{4}$/.test(text)) found.push(text);
  }
  return found;
}
