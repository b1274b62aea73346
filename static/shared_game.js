// A link to a game leads here with the game behind the #, which no server sees: it is shown at once.

import { one } from "./app.js";

const game = location.hash.slice(1);
if (game) {
  one("#link").value = game;
  history.replaceState(null, "", location.pathname);
  one("#open").requestSubmit();
}
