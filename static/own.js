// A formula: keys write their word where the cursor is, and the mark of a fault goes once something is written.
// Without this file a key writes its word at the end.

import { all, changed } from "./app.js";

let last = null;
const written = () => last?.isConnected ? last : all(".formula textarea").at(-1);

function write(area, text) {
  const [start, end] = [area.selectionStart, area.selectionEnd];
  const before = area.value.slice(0, start);
  const gap = before && !/[\s(]$/.test(before) && !/^[,)]/.test(text) ? " " : "";
  const after = /^\s|^$/.test(area.value.slice(end)) ? "" : " ";
  area.setRangeText(gap + text + (text.endsWith("(") ? "" : after), start, end, "end");
  area.focus();
  forget(area);
  changed(area);
}

// What is drawn below the text grows with it.
function forget(area) {
  area.previousElementSibling.textContent = `${area.value} `;
}

document.addEventListener("focusin", (event) => { if (event.target.matches(".formula textarea")) last = event.target; });
document.addEventListener("input", (event) => { if (event.target.matches(".formula textarea")) forget(event.target); });
// Before htmx hears of it, which would send the key as a tap.
document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-insert]");
  if (!key) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  write(written(), key.dataset.insert);
}, true);
