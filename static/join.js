// The link of the join page: copied, with a word in its own place, or sent by the phone's own sheet where it has one.

if (navigator.share) document.documentElement.classList.add("can-send");

// Without https a page may not write to the clipboard; a field that is selected can still be copied.
function copyBySelecting(text) {
  const field = Object.assign(document.createElement("textarea"), { value: text, readOnly: true, className: "unseen" });
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}

async function copy(text) {
  try { await navigator.clipboard.writeText(text); return true; } catch { return copyBySelecting(text); }
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-link]");
  if (!button || !await copy(button.dataset.link)) return;
  const said = button.querySelector("span");
  button.dataset.says ??= said.textContent;
  said.textContent = button.dataset.done;
  said.setAttribute("role", "status");
  setTimeout(() => { said.textContent = button.dataset.says; }, 2000);
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-send]");
  if (button) navigator.share({ title: button.dataset.title, url: button.dataset.send }).catch(() => {});
});
