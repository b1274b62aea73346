import { one } from "./app.js";

// The menu comes once the page stands, so that it opens at once and without a line to the server, and anew each time it is opened.
async function fetchMenu() {
  const menu = one("#menu");
  const answer = menu && await fetch(menu.dataset.href, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (!answer?.ok || answer.redirected) return;
  const found = new DOMParser().parseFromString(await answer.text(), "text/html");
  one("#menu-sheet").replaceChildren(...found.body.childNodes);
}

function closeMenu() {
  const menu = one("#menu[open]");
  if (menu) menu.open = false;
  return menu;
}

document.addEventListener("toggle", (event) => { if (event.target.id === "menu" && event.target.open) fetchMenu(); }, true);
document.addEventListener("click", (event) => { if (!one("#menu[open]")?.contains(event.target)) closeMenu(); });
// What is tapped on the page goes along to Ask the referee, so that it can be asked whether it may be done.
document.addEventListener("click", (event) => {
  const ask = event.target.closest("#menu-sheet .menu-top a[href*='/ask/']");
  const form = ask && one("form#entry");
  if (!form || ask.href.includes("draft=")) return;
  const tapped = [...new FormData(form)].filter(([name, value]) => value && !["key", "seen", "task"].includes(name));
  ask.href += "&" + new URLSearchParams([["draft", "1"], ...tapped]);
}, true);
document.addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && closeMenu();
  if (menu) one("summary", menu).focus();
});
fetchMenu();
