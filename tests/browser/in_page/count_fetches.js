window.fetching = 0;
const fetchIt = window.fetch;
window.fetch = (...wanted) => {
  window.fetching++;
  return fetchIt(...wanted).finally(() => setTimeout(() => window.fetching--, 40));
};
