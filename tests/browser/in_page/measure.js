() => {
  const box = name => {
    const found = document.querySelector(name)?.getBoundingClientRect();
    return found ? { top: found.top, bottom: found.bottom, left: found.left, right: found.right } : null;
  };
  const small = [];
  // What gives one back lies on a key that is large enough; the sheet beside the pad is for the eye, and comes in a moment.
  const inText = 'a.clause, a.date-verdict, .verdict p a, .banner a, .key-less, .side-sheet .cell, .htmx-request';
  for (const one of document.querySelectorAll('a[href], button, summary, input:not([type=hidden]), select, textarea')) {
    const target = one.closest('label') ?? one;
    if (!target.checkVisibility()) continue;
    const size = target.getBoundingClientRect(), style = getComputedStyle(target);
    const unseen = size.width < 2 || size.height < 2 || one.closest('.unseen, [hidden], .typed') || style.visibility === 'hidden';
    if (unseen || style.pointerEvents === 'none' || one.matches(inText)) continue;
    if (size.width < 43.5 || size.height < 43.5)
      small.push(`${target.tagName}.${target.className} ${target.getAttribute('aria-label') ?? target.textContent.trim().slice(0, 20)}`
        + ` ${Math.round(size.width)}x${Math.round(size.height)}`);
  }
  const torn = [], words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), letter = document.createRange();
  while (words.nextNode()) {
    const text = words.currentNode.data, on = words.currentNode.parentElement;
    letter.selectNodeContents(words.currentNode);
    const lines = [...letter.getClientRects()];
    if (lines.length < 2 || !on.checkVisibility() || on.closest('.unseen, .typed, option, script, textarea')) continue;
    if (lines.length > 3 && Math.max(...lines.map(({ width }) => width)) < 56) torn.push(`${on.tagName}.${on.className} stands on end: ${text.trim().slice(0, 20)}`);
    // A numeral leaves its 第 in running text alone.
    const whole = new RegExp(`${text.trim().length < 24 ? '第\\d+|' : ''}[ァ-ヺー]{2,}|[A-Za-z]{2,}|−?\\d{2,}|−\\d`, 'g');
    if (text.search(whole) < 0) continue;
    const bottoms = [...text].map((_, at) => {
      letter.setStart(words.currentNode, at);
      letter.setEnd(words.currentNode, Math.min(at + 1, text.length));
      return letter.getClientRects()[0]?.bottom ?? 0;
    });
    for (const { index, 0: word } of text.matchAll(whole))
      if (word.length < 12 && bottoms[index + word.length - 1] > bottoms[index] + 4) torn.push(`${on.tagName}.${on.className} ${word}`);
  }
  const foreign = [], hyphens = [], any = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (any.nextNode()) {
    if (/(^|[\s、,:：(（])-\d/.test(any.currentNode.data) && any.currentNode.parentElement.checkVisibility()) hyphens.push(any.currentNode.data.trim());
    if (/[ぁ-ヿ一-鿿]/.test(any.currentNode.data) && any.currentNode.parentElement.closest('[lang]').lang !== 'ja') foreign.push(any.currentNode.data.trim());
  }
  return {
    torn, foreign, hyphens, width: innerWidth, wide: document.scrollingElement.scrollWidth, high: document.scrollingElement.scrollHeight, small,
    boxes: Object.fromEntries(['#pad', '#verdict', '#actions', '#rows', '#turn', '#strip', '#target'].map(name => [name, box(name)])),
  };
}
