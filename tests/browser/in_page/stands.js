() => {
  const sheets = [...document.querySelectorAll('link[rel=stylesheet]')];
  const queue = document.querySelector('script[src$="/queue.js"]');
  return document.readyState === 'complete' && !window.fetching && sheets.every(one => one.sheet)
    && (!document.querySelector('#live') || document.querySelector('#live.is-live'))
    && queue && import(queue.src).then(Boolean);
}
