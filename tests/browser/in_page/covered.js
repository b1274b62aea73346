() => [...document.querySelectorAll('#pad .key')].filter((key) => {
  const box = key.getBoundingClientRect();
  return box.width && (!key.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)) || box.bottom > innerHeight);
}).map((key) => key.dataset.card)
