() => {
  const texts = [], over = [], edge = [];
  const walker = document.createTreeWalker(document.querySelector('#page') ?? document.body, NodeFilter.SHOW_TEXT);
  const lifted = one => one && one !== document.body && (/fixed|sticky/.test(getComputedStyle(one).position) || lifted(one.parentElement));
  const slides = one => one && one !== document.body && (/auto|scroll/.test(getComputedStyle(one).overflowX) || slides(one.parentElement));
  const shown = (box, one) => {
    for (; one && one !== document.body; one = one.parentElement) {
      if (getComputedStyle(one).overflow === 'visible') continue;
      const { left, right, top, bottom } = one.getBoundingClientRect();
      box = { left: Math.max(box.left, left), right: Math.min(box.right, right), top: Math.max(box.top, top), bottom: Math.min(box.bottom, bottom) };
    }
    return box;
  };
  // What lies under something opaque, as keys under the bar that asks for a seat, is read by nobody.
  const covered = ([{ left, right, top, bottom }, { parentElement: one }]) => {
    let hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (!hit || one.contains(hit)) return false;
    for (; hit && !hit.contains(one); hit = hit.parentElement)
      if (getComputedStyle(hit).backgroundColor.startsWith('rgb(')) return true;
    return false;
  };
  for (let node; (node = walker.nextNode());) {
    const holder = node.parentElement;
    if (!node.data.trim() || holder.offsetWidth < 2 || holder.closest('.unseen, [hidden], svg, .typed, .bar') || !holder.checkVisibility({ visibilityProperty: true }) || lifted(holder) && !holder.closest('.button')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const line of range.getClientRects()) {
      const { left, right, top, bottom } = shown(line, holder), blank = (bottom - top) / 4;
      // A long name may be cut, a number never.
      if (/\d/.test(node.data) && !/[A-Za-zァ-ヺー]{5}/.test(node.data) && getComputedStyle(holder).overflowX !== 'visible' && holder.scrollWidth > holder.clientWidth + 1) over.push(`${node.data.trim()} is cut`);
      const button = holder.closest('.button, .chip, .pill, .key')?.getBoundingClientRect();
      if (button && (right > button.right + 1 || left < button.left - 1) && right - left > 3) over.push(`${node.data.trim()} is wider than its button`);
      if (right - left > 3 && (left < 6 || right > innerWidth - 6) && !slides(holder)) edge.push(node.data.trim());
      if (right - left > 3 && blank > 1 && !lifted(holder)) texts.push([{ left, right, top: top + blank, bottom: bottom - blank }, node]);
    }
  }
  const shared = (one, other) => Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left))
    * Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));
  over.push(...texts.flatMap((one, at) => texts.slice(at + 1)
    .filter(other => other[1] !== one[1] && shared(one[0], other[0]) > 4 && !covered(one) && !covered(other))
    .map(other => `${one[1].data.trim()} / ${other[1].data.trim()}`)));
  return { over, edge };
}
