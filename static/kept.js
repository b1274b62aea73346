// Whether the browser may delete this site's games when space runs low, and asking it not to.

import { all, one } from "./app.js";

async function show() {
  const kept = await navigator.storage?.persisted?.() ? "yes" : "no";
  for (const told of all("[data-kept]")) told.hidden = told.dataset.kept !== kept;
}

one("#protect")?.addEventListener("click", async () => { await navigator.storage?.persist?.(); show(); });
show();
