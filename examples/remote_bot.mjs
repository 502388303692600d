// A bot at the tables of a Viae server: node remote_bot.mjs URL TOKEN. Plays at random.
const [server, token] = process.argv.slice(2);
const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
const get = (path) => fetch(server + path, { headers }).then((answer) => answer.json());
const post = (path, body) =>
  fetch(server + path, { method: "POST", headers, body: JSON.stringify(body) });

let me;

async function take(event) {
  if (event.type === "hello") me = event.person.id;
  if (event.type === "hello" || event.yours === false)
    for (const table of (await get("/api/me/tables?status=open")).tables)
      if (table.seats.some((seat) => seat.kind === "invited" && seat.person === me))
        await post(`/api/tables/${table.id}/sit`, {});
  while (event.yours) {
    const { you, game } = await get(`/api/tables/${event.table}`);
    if (!you.decides) return;
    const { entry } = you.legal[Math.floor(Math.random() * you.legal.length)];
    const key = crypto.randomUUID();
    await post(`/api/tables/${event.table}/entries`, { number: game.number, entry, key });
  }
}

let text = "";
const { body } = await fetch(`${server}/api/events`, { headers });
for await (const part of body.pipeThrough(new TextDecoderStream())) {
  const lines = (text + part).split("\n");
  text = lines.pop();
  for (const line of lines) if (line.startsWith("data: ")) await take(JSON.parse(line.slice(6)));
}
