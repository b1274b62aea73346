() => {
  window.ends = [];
  const data = Number(document.querySelector("#page").dataset.revision) + 2;
  const speak = () => streams.at(-1).dispatchEvent(new MessageEvent("rev", { data }));
  document.addEventListener("htmx:before:cleanup", speak, { once: true });
  document.addEventListener("htmx:finally:request", (event) => ends.push(event.detail.ctx.status));
}
