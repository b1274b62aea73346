Object.defineProperty(Navigator.prototype, "wakeLock", { configurable: true, get: () => ({
  request: async () => ({ released: false, async release() { this.released = true; } }),
}) });
