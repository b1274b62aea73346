() => {
  window.seen = {};
  new MutationObserver(() => {
    const revision = document.querySelector("#page")?.dataset.revision;
    const shown = document.querySelectorAll("#strip .seat-plus").length;
    window.seen[shown] ??= performance.timeOrigin + performance.now();
  }).observe(document.body, { childList: true, subtree: true, attributes: true, characterData: true });
}
