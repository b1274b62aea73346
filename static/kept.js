// Whether the browser may delete this site's games when space runs low, and asking it not to.

import { all, one } from "./app.js";

const SAVING = 1000;

async function show() {
  const kept = await navigator.storage?.persisted?.() ? "yes" : "no";
  for (const told of all("p[data-kept]")) told.hidden = told.dataset.kept !== kept;
}

one("#protect")?.addEventListener("click", async () => {
  one("[data-kept=refused]").hidden = await navigator.storage?.persist?.() ?? false;
  show();
});

// What an update or a damaged file left beside the games, each as it is.
async function showCopies() {
  for await (const copy of (await navigator.storage.getDirectory()).values()) {
    if (!/^referee-(aside|before)-/.test(copy.name)) continue;
    const file = await copy.getFile();
    const row = one("#copies template").content.cloneNode(true);
    one("span", row).textContent = `${copy.name} · ${(file.size / 1e6).toFixed(1)} MB`;
    Object.assign(one("a", row), { href: URL.createObjectURL(file), download: copy.name });
    one("#copies").append(row);
    one("#copies").hidden = false;
  }
}

show();
showCopies().catch(() => null);

// What was saved is told: where it is asked later, it is answered later, too.
one(".actions a")?.addEventListener("click", () => setTimeout(async () => {
  const page = new DOMParser().parseFromString(await (await fetch(location)).text(), "text/html");
  one("#last")?.replaceChildren(...one("#last", page).childNodes);
}, SAVING));
