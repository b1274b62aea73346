() => {
  const found = [], links = [...document.querySelectorAll('#page a.clause')].filter(link => link.checkVisibility());
  const boxes = links.map(link => link.getBoundingClientRect());
  boxes.forEach((one, at) => boxes.slice(at + 1).forEach((other, next) => {
    const x = Math.abs(one.x + one.width / 2 - other.x - other.width / 2), y = Math.abs(one.y + one.height / 2 - other.y - other.height / 2);
    if (Math.hypot(x, y) < 24) found.push(`${links[at].textContent} ${links[at + 1 + next].textContent}`);
  }));
  return found;
}
