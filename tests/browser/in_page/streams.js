window.streams = [];
window.EventSource = class extends EventSource {
  constructor(...asked) { super(...asked); window.streams.push(this); }
};
