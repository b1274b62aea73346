cells => cells.map(cell => {
  const copy = cell.cloneNode(true);
  copy.querySelectorAll('s, .unseen, .overruled').forEach(part => part.remove());
  return copy.textContent;
})
