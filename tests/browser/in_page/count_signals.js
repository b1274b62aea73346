window.tones = 0;
window.buzzes = [];
const param = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
window.AudioContext = class {
  state = "running";
  currentTime = 0;
  createOscillator() { return { frequency: param, connect: (next) => next, start() { window.tones++; }, stop() {} }; }
  createGain() { return { gain: param, connect: (next) => next }; }
};
Object.defineProperty(Navigator.prototype, "vibrate", { configurable: true, writable: true, value: (pattern) => { window.buzzes.push(pattern); return true; } });
