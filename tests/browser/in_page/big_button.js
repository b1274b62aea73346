() => {
  const go = document.querySelector('#actions .button-go');
  if (!go) return null;
  const box = go.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
  if (!go.contains(document.elementFromPoint(x, y))) return null;
  const said = go.textContent;
  window.answered = () => {
    if (!go.isConnected || ![document.body, go, null].includes(document.activeElement)) return true;
    return ![said, go.dataset.busy].includes(go.textContent) || window.stirred;
  };
  window.stirred = false;
  const within = change => !go.contains(change.target) && !(change.target.closest ?? (() => null)).call(change.target, '#live, #queue');
  new MutationObserver(changes => { window.stirred ||= changes.some(within); })
    .observe(document.querySelector('#page'), { attributes: true, childList: true, subtree: true });
  return { x, y, said };
}
