// Ask the referee, beyond HTMX: the address keeps up with the facts, and a ruling is shared. Everything works without this file.

// A question's address holds its facts, so that going back or loading anew finds them again.
document.addEventListener("htmx:after:swap", () => {
  const here = document.querySelector("[data-address]")?.dataset.address;
  if (here) history.replaceState(null, "", here);
  const typed = document.querySelector("[data-address] #typed:not([aria-invalid])");
  if (typed) typed.value = "";
});

// A ruling is shared by the phone's own means, else its link is copied; where neither is allowed, the link is opened.
document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-share]");
  if (!link || !(navigator.share || navigator.clipboard)) return;
  event.preventDefault();
  if (navigator.share) { await navigator.share({ title: document.title, url: link.href }).catch(() => {}); return; }
  try { await navigator.clipboard.writeText(link.href); } catch { location.assign(link.href); return; }
  (link.querySelector("span") ?? link.lastChild).textContent = link.dataset.share;
});
