import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { askEarly } from "$lib/early";
import { catchDownloads } from "$lib/downloads";
import { startTexts } from "$lib/i18n.svelte";
import { match, router } from "$lib/router.svelte";
import { me } from "$lib/session.svelte";
import { versions } from "$lib/versions.svelte";

// Everything the first page needs is requested at once, and is ready when the page is drawn.
const texts = startTexts();
catchDownloads();
me.load().catch(() => undefined); // the page shows it
const table = match("/t/:id", router.path)?.id;
if (table) {
  const page = import("./table/TablePage.svelte");
  page.catch(() => undefined);
  // With the key of a link, the user has to join the table first.
  if (!router.query.has("key")) {
    Promise.all([askEarly(table), import("./table/boards")])
      .then(([view, { loadBoard }]) => loadBoard(view.table))
      .catch(() => undefined); // the page shows it
  }
}

await texts;
mount(App, { target: document.getElementById("app")! });

const start = () => void versions.start();
if (document.readyState === "complete") start();
else addEventListener("load", start);
