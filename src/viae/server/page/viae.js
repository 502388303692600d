// The small page of the server: a lobby, and tables in words. It knows no rule of the game: it shows
// what the server sends and offers what the server lists. All text is set as text, never as HTML.

const main = document.getElementById("main");
let session = { person: null, csrf: null };
let catalogue = null;
let socket = null;
let watched = null; // { table, number, log }
let attempts = 0;

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null));
  return element;
}

function complain(text) {
  const box = document.getElementById("problem");
  box.textContent = text;
  box.hidden = !text;
  if (text) setTimeout(() => { if (box.textContent === text) box.hidden = true; }, 6000);
}

async function ask(method, path, body) {
  const headers = { "Content-Type": "application/json" };
  if (session.csrf) headers["X-Viae-Csrf"] = session.csrf;
  const answer = await fetch(path, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const value = await answer.json();
  if (!answer.ok) throw value.error;
  return value;
}

async function attempt(work) {
  try {
    complain("");
    return await work();
  } catch (problem) {
    complain(problem.message ?? String(problem));
    return null;
  }
}

const key = () => crypto.randomUUID().replaceAll("-", "");

function go(path) {
  history.pushState(null, "", path);
  show();
}

function tableAddress() {
  const found = /^\/t\/([a-z0-9]+)/.exec(location.pathname);
  return found ? found[1] : null;
}

// The lobby

async function showLobby() {
  main.className = "";
  const [open, running, mine] = await Promise.all([
    ask("GET", "/api/tables"),
    ask("GET", "/api/tables?status=running"),
    session.person ? ask("GET", "/api/me/tables") : { tables: [] },
  ]);
  const parts = [];
  if (!session.person) parts.push(nameForm());
  else parts.push(newTable());
  const lists = [["Your tables", mine.tables], ["Open tables", open.tables], ["Being played", running.tables]];
  for (const [title, tables] of lists) {
    if (tables.length || title === "Open tables") parts.push(list(title, tables));
  }
  main.replaceChildren(...parts);
}

function nameForm() {
  const name = make("input", { name: "name", required: true, maxlength: 32, autocomplete: "nickname" });
  const enter = async (event) => {
    event.preventDefault();
    const made = await attempt(() => ask("POST", "/api/session", { name: name.value }));
    if (made) { session = made; connect(); show(); }
  };
  return make("section", {}, make("h1", {}, "Welcome"),
    make("p", { class: "quiet" }, "A name is enough to play. Against bots, with friends by link, live or over days."),
    make("form", { onsubmit: enter }, make("label", {}, "Your name", name), make("button", { class: "main" }, "Come in")));
}

function choice(name, values, chosen) {
  return make("select", { name }, values.map(([value, text]) => make("option", { value, selected: value === chosen }, text)));
}

function newTable() {
  const bots = catalogue.bots.map((bot) => [bot.name, bot.name]);
  const board = choice("board", catalogue.boards.map((one) => [one.id, one.name]), "imperium");
  const variant = choice("variant", Object.keys(catalogue.variants).map((one) => [one, one]), "concordia");
  const players = choice("players", [2, 3, 4, 5, 6].map((n) => [String(n), String(n)]), "4");
  const bot = choice("bot", bots, bots.at(-1)[0]);
  const clock = choice("clock", [["none", "no clock"], ["turn", "120 s a turn"], ["days", "3 days a turn"]], "none");
  const create = (others, start) => async (event) => {
    event.preventDefault();
    const seats = [{ kind: "me" }];
    while (seats.length < Number(players.value)) seats.push(others === "bot" ? { kind: "bot", bot: bot.value } : { kind: others });
    const clocks = { none: { kind: "none" }, turn: { kind: "turn", seconds: 120 }, days: { kind: "days", days: 3 } };
    const plan = { board: board.value, variant: variant.value, seats, start, key: key(), clock: clocks[others === "bot" ? "none" : clock.value] };
    const made = await attempt(() => ask("POST", "/api/tables", plan));
    if (made) go(`/t/${made.table.id}`);
  };
  return make("section", {}, make("h1", {}, "New table"),
    make("form", {},
      make("label", {}, "Board", board), make("label", {}, "Game", variant), make("label", {}, "Players", players),
      make("label", {}, "Bots", bot), make("label", {}, "Clock", clock),
      make("button", { class: "main", onclick: create("bot", true) }, "Play against bots"),
      make("button", { onclick: create("open", false) }, "Open a table"),
      make("button", { onclick: create("me", true) }, "All on one screen")));
}

function list(title, tables) {
  const rows = tables.map((table) => {
    const seated = table.seats.filter((seat) => seat.kind === "person" || seat.kind === "bot").length;
    const names = table.seats.map((seat) => seat.name ?? seat.bot ?? "…").join(", ");
    return make("li", {}, make("strong", {}, table.name),
      make("span", { class: "quiet" }, `${table.board} · ${table.variant} · ${seated} of ${table.players} · ${names}`),
      make("button", { class: "more", onclick: () => go(`/t/${table.id}`) }, table.status === "open" ? "Look in" : "Open"));
  });
  return make("section", {}, make("h2", {}, title),
    rows.length ? make("ul", {}, rows) : make("p", { class: "quiet" }, "None at present."));
}

// A table

function showTable(view) {
  main.className = "table";
  const { table, game, you } = view;
  document.title = you.decides ? "● your turn · Viae" : `${table.name} · Viae`;
  const left = [header(view)];
  if (game) left.push(decision(view));
  if (you.propose || you.undo !== null) left.push(undo(view));
  left.push(chat(table));
  const right = game ? [players(view), display(game), board(game), log()] : [];
  main.replaceChildren(make("div", {}, left), make("div", {}, right));
}

function seatName(table, seat) {
  const found = table.seats[seat];
  return found.name ?? (found.bot ? `${found.bot} (bot)` : "open");
}

function header({ table, you }) {
  const act = (path, body = {}, method = "POST") => () => attempt(() => ask(method, `/api/tables/${table.id}${path}`, body));
  const buttons = [];
  if (table.status === "open") {
    if (!you.seats.length && session.person) buttons.push(make("button", { class: "main", onclick: act("/sit") }, "Sit down"));
    if (you.seats.length) buttons.push(make("button", { onclick: act("/leave") }, "Leave"));
    if (session.person?.id === table.host) {
      buttons.push(make("button", { class: "main", onclick: act("/start", { fill: catalogue.bots.at(-1).name }) }, "Start, bots on free seats"));
    }
  } else if (table.status === "running" && you.seats.length && table.kind === "play") {
    buttons.push(make("button", { onclick: () => { if (confirm("Give your seat to a bot, for good?")) act("/resign")(); } }, "Resign"));
  } else if (table.status === "finished" && you.seats.length) {
    buttons.push(make("button", { class: "main", onclick: async () => {
      const made = await attempt(() => ask("POST", `/api/tables/${table.id}/rematch`, {}));
      if (made) go(`/t/${made.table.id}`);
    } }, "Play again"));
  }
  const link = table.key ? make("p", { class: "quiet" }, "Link for friends: ",
    make("a", { href: `/t/${table.id}?key=${table.key}` }, `${location.origin}/t/${table.id}?key=${table.key}`)) : null;
  const seats = table.status === "open" ? make("ul", {}, table.seats.map((seat) => make("li", {}, `${seat.seat + 1}. ${seatName(table, seat.seat)}`))) : null;
  const record = table.started ? make("a", { href: `/api/tables/${table.id}/record`, download: true }, "record") : null;
  const result = table.result ? make("p", {}, `Result: ${table.result.scores.map((points, seat) => `${seatName(table, seat)} ${points}`).join(" · ")}`) : null;
  return make("section", {}, make("h1", {}, table.name),
    make("p", { class: "quiet" }, `${table.board} · ${table.variant} · ${table.status} `, record),
    result, seats, table.status === "open" ? link : null, make("div", { class: "choices" }, buttons));
}

function decision({ table, game, you }) {
  const asked = game.decision;
  if (game.over) return make("section", {}, make("h2", {}, "The game is over"));
  const who = asked.seat === undefined ? "chance" : seatName(table, asked.seat);
  if (!you.decides) return make("section", {}, make("h2", {}, `${who} decides`), make("p", { class: "quiet" }, asked.asks ?? ""));
  const buttons = you.legal.map((entry) => make("button", {
    title: price(entry),
    onclick: () => send({ type: "play", table: table.id, number: game.number, entry: entry.entry, key: key() }),
  }, entry.entry, price(entry) ? make("span", { class: "quiet" }, ` ${price(entry)}`) : null));
  return make("section", {}, make("h2", {}, `${who}: ${asked.kind}`), make("p", { class: "quiet" }, `${asked.asks} (${asked.rule})`), make("div", { class: "choices" }, buttons));
}

function amounts(coins, goods, sign) {
  const parts = Object.entries(goods).map(([good, count]) => `${sign}${count} ${good}`);
  if (coins) parts.unshift(`${sign}${coins} coins`);
  return parts.join(" ");
}

function price(entry) {
  return [amounts(entry.cost.coins + entry.cost.lent, entry.cost.goods, "−"), amounts(entry.gain.coins, entry.gain.goods, "+")].filter(Boolean).join(" ");
}

function undo({ table, game, you }) {
  const buttons = [];
  if (you.undo !== null) buttons.push(make("button", { onclick: () => send({ type: "undo", table: table.id, number: game.number, key: key() }) }, "Undo"));
  else if (you.propose) buttons.push(make("button", { onclick: () => attempt(() => ask("POST", `/api/tables/${table.id}/undo/proposal`, { number: game.number, to: Math.max(0, game.entries - 1) })) }, "Ask to go back"));
  if (you.answer) {
    for (const accept of [true, false]) buttons.push(make("button", { onclick: () => attempt(() => ask("POST", `/api/tables/${table.id}/undo/answer`, { accept })) }, accept ? "Agree to go back" : "Do not go back"));
  }
  return make("section", {}, make("div", { class: "choices" }, buttons));
}

function players({ table, game, you }) {
  const rows = game.players.map((player) => make("tr", { class: player.seat === game.actor ? "turn" : "" },
    make("td", {}, seatName(table, player.seat)), make("td", {}, String(player.coins)),
    make("td", {}, amounts(0, player.goods, "")), make("td", {}, player.houses.join(", ")),
    make("td", {}, player.colonists.map((one) => `${one.kind === "sea" ? "≈" : "•"} ${one.at}`).join(", ")),
    make("td", {}, `${player.hand} / ${player.top ?? "–"}`), make("td", {}, player.points === undefined ? "" : String(player.points))));
  const head = make("tr", {}, ["", "coins", "store", "houses", "colonists", "hand / top", "points"].map((text) => make("th", {}, text)));
  const hands = Object.entries(you.own).map(([seat, own]) => make("p", { class: "quiet" }, `Hand of ${seatName(table, seat)}: ${own.hand.join(", ")}`));
  return make("section", {}, make("div", { class: "scroll" }, make("table", {}, make("thead", {}, head), make("tbody", {}, rows))), hands);
}

function display(game) {
  const rows = game.display.map((offer) => make("li", {}, `${offer.position}. ${offer.card ?? "–"}`,
    make("span", { class: "quiet" }, `${amounts(0, offer.cost, "")} ${offer.surcharge.length ? `+ ${offer.surcharge.join(", ")}` : ""}`)));
  return make("section", {}, make("h2", {}, "Display"), make("ul", {}, rows));
}

function board(game) {
  const markers = Object.entries(game.markers).map(([name, marker]) => `${name}: ${marker.side === "goods" ? marker.good : `${marker.coins} coins`}`);
  const cities = Object.entries(game.cities).map(([name, city]) => `${name} ${city.good}${city.houses.length ? ` (${city.houses.map((seat) => seat + 1).join(" ")})` : ""}`);
  return make("section", {}, make("h2", {}, "Board"), make("p", {}, markers.join(" · ")), make("p", { class: "quiet" }, cities.join(" · ")));
}

function log() {
  const box = make("div", { class: "log" }, watched.log.slice(-80).reverse().map((text) => make("div", {}, text)));
  return make("section", {}, make("h2", {}, "Log"), box);
}

function chat(table) {
  const text = make("input", { name: "text", maxlength: 500, "aria-label": "Say something", autocomplete: "off" });
  const say = (event) => {
    event.preventDefault();
    if (text.value.trim()) send({ type: "chat", table: table.id, text: text.value, key: key() });
    text.value = "";
  };
  return make("section", {}, make("form", { onsubmit: say }, text, make("button", {}, "Say")));
}

function note(news, view) {
  const names = (seat) => (seat === "*" ? "chance" : seat === null ? "All" : seatName(view.table, seat));
  if (news.kind === "entries") for (const entry of news.entries) watched.log.push(`${names(entry.actor)}: ${entry.entry}`);
  else if (news.kind === "chat") watched.log.push(`“${news.text}” – ${news.name}`);
  else watched.log.push(news.kind);
}

// The live connection

function connect() {
  if (socket) { socket.onclose = null; socket.close(); }
  socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/live`);
  const state = document.getElementById("state");
  socket.onopen = () => { attempts = 0; state.textContent = "live"; watch(); };
  socket.onclose = () => {
    attempts += 1;
    state.textContent = `reconnecting, attempt ${attempts}`;
    setTimeout(connect, Math.min(10000, 500 * attempts));
  };
  socket.onmessage = (event) => hear(JSON.parse(event.data));
}

function send(message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  else complain("not connected; try again in a moment");
}

function watch() {
  if (!watched || socket?.readyState !== WebSocket.OPEN) return;
  const after = watched.number === null ? {} : { after: watched.number };
  send({ type: "watch", table: watched.table, ...after });
}

function hear(message) {
  if (message.type === "error") {
    complain(message.error.message);
    if (message.error.view) showTable(message.error.view);
  }
  if (!watched || message.table !== watched.table) return;
  if (message.number !== undefined) watched.number = message.number;
  if (message.view) watched.view = message.view;
  if (message.type === "news") note(message.news, message.view ?? watched.view);
  if (message.view) showTable(message.view);
}

// Beginning

async function show() {
  const who = document.getElementById("who");
  who.textContent = session.person?.name ?? "";
  const table = tableAddress();
  if (watched && watched.table !== table) send({ type: "unwatch", table: watched.table });
  if (!table) {
    watched = null;
    document.title = "Viae";
    await attempt(showLobby);
    return;
  }
  const link = new URLSearchParams(location.search).get("key");
  if (link && !session.person) { main.replaceChildren(nameForm()); return; }
  if (link) await attempt(() => ask("POST", `/api/tables/${table}/enter`, { key: link }));
  watched = { table, number: null, log: [], view: null };
  const view = await attempt(() => ask("GET", `/api/tables/${table}`));
  if (!view) return;
  watched.view = view;
  if (view.game) {
    const past = await ask("GET", `/api/tables/${table}/history?first=${Math.max(0, view.game.entries - 60)}`);
    for (const entry of past.entries) note({ kind: "entries", entries: [entry] }, view);
  }
  showTable(view);
  watch();
}

addEventListener("popstate", show);
[session, catalogue] = await Promise.all([ask("GET", "/api/session"), ask("GET", "/api/catalogue")]);
connect();
await show();
