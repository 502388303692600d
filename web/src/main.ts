import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { startTexts } from "$lib/i18n.svelte";

await startTexts();
mount(App, { target: document.getElementById("app")! });
