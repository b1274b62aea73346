() => [...document.querySelectorAll('button.button-go')].filter(go => go.checkVisibility()).flatMap(go => {
  const says = getComputedStyle(go, '::after').content, look = getComputedStyle(go);
  const told = says === 'none' ? go.innerText.trim() : says;
  if (look.borderStyle === 'dashed' || look.backgroundColor === 'rgba(0, 0, 0, 0)' && !go.matches('.is-quiet')) return [`looks as if it did nothing: ${told}`];
  return go.matches('.is-open') && says === 'none' ? [`says what is missing, and cannot know it: ${told}`] : [];
})
