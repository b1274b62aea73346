window.locks = 0;
Object.defineProperty(Navigator.prototype, "wakeLock", { configurable: true, get: () => ({ request: async () => {
  window.locks++;
  return { released: false, async release() { this.released = true; window.locks--; } };
} }) });
