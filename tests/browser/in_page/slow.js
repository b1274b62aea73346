const fetchIt = window.fetch;
window.fetch = (...wanted) => new Promise(done => setTimeout(done, 300)).then(() => fetchIt(...wanted));
