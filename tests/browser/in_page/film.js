() => {
  const film = document.querySelector("video");
  const style = getComputedStyle(film);
  return {
    playing: !film.paused, inline: film.playsInline, looped: film.loop, controls: film.controls, tab: film.tabIndex,
    hidden: film.getAttribute("aria-hidden"), seen: Number(style.opacity) > 0.01, tapped: style.pointerEvents !== "none",
  };
}
