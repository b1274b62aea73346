() => {
  scrollTo(0, 0);
  return ['#strip', '#actions .button-go'].filter(sign => {
    const place = document.querySelector(sign)?.getBoundingClientRect();
    return place && (place.top < 0 || place.bottom > innerHeight + 1 || place.right > innerWidth + 1);
  });
}
