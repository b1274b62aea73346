new Promise(done => {
  const ends = Date.now() + 5000;
  const look = () => window.fetching > 0 && Date.now() < ends ? setTimeout(look, 15) : done();
  setTimeout(look, 15);
})
