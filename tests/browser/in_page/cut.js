() => {
  const found = [];
  const pen = document.createElement("canvas").getContext("2d");
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  // Where the last numeral of a text ends.
  const numerals = node => {
    const upTo = document.createRange();
    upTo.setStart(node, 0);
    upTo.setEnd(node, node.data.search(/\d\D*$/) + 1);
    return upTo.getBoundingClientRect().right;
  };
  while (walker.nextNode()) {
    const owner = walker.currentNode.parentElement, text = walker.currentNode.data.trim();
    // What a tap unfolds may be shortened before.
    if (!text || owner.closest("script, style, .unseen, datalist, option, details:not([open]) > summary") || !owner.checkVisibility({visibilityProperty: true})) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const box = range.getBoundingClientRect();
    if (box.width < 1 || owner.getBoundingClientRect().width < 2) continue;
    const card = owner.closest(".mini, .key, .lie, .chip")?.getBoundingClientRect();
    if (card && (box.right > card.right + .5 || box.left < card.left - .5)) { found.push(`${text.slice(0, 24)} wider than its ${owner.closest(".mini, .key, .lie, .chip").className}`); continue; }
    // A font's box is taller than what is drawn; only that must not be cut.
    pen.font = getComputedStyle(owner).font;
    const ink = pen.measureText(text);
    const top = box.top + ink.fontBoundingBoxAscent - ink.actualBoundingBoxAscent;
    const bottom = box.bottom - ink.fontBoundingBoxDescent + ink.actualBoundingBoxDescent;
    for (let up = owner, inside = owner; up && up !== document.body; inside = up, up = getComputedStyle(inside).position === "absolute" ? inside.offsetParent : inside.parentElement) {
      const style = getComputedStyle(up), edge = up.getBoundingClientRect();
      if (["auto", "scroll"].includes(style.overflowX)) break;
      const hides = (overflow) => ["hidden", "clip"].includes(overflow);
      // Names may end in an ellipsis; which round it is may not.
      const shortens = style.textOverflow === "ellipsis" && !(up.matches(".where") && numerals(walker.currentNode) > edge.right + 1);
      const wide = hides(style.overflowX) && !shortens && (box.right > edge.right + 1 || box.left < edge.left - 1);
      // What wrapped out of sight is not cut.
      if (hides(style.overflowY) && top >= edge.bottom + parseFloat(style.overflowClipMargin || 0)) break;
      const tall = hides(style.overflowY) && (bottom > edge.bottom + .5 || top < edge.top - .5);
      if (wide || tall) { found.push(`${text.slice(0, 24)} in ${up.tagName}.${up.className}: ${wide ? "too wide" : "too tall"}`); break; }
    }
  }
  return [...new Set(found)];
}
