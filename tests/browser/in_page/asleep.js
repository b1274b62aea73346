() => {
  const now = Date.now;
  Date.now = () => now() + 60000;
  document.dispatchEvent(new Event("visibilitychange"));
}
