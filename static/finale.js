// The picture of the end: handed on by the phone's own means where it can hand on files, else saved as the link does without this file.

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-picture]");
  if (!link || !navigator.canShare) return;
  const probe = new File([""], "result.png", { type: "image/png" });
  if (!navigator.canShare({ files: [probe] })) return;
  event.preventDefault();
  const answer = await fetch(link.href).catch(() => null);
  if (!answer?.ok) { location.href = link.href; return; }
  const file = new File([await answer.blob()], "result.png", { type: "image/png" });
  await navigator.share({ files: [file], text: link.dataset.text }).catch(() => {});
});
