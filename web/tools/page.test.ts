import { expect, it } from "vitest";
import { nameFolders } from "./page.mjs";

const PAGE = "<html>\n  <head>\n    <title>Viae</title>\n  </head>\n</html>\n";
const folders = (digest: string) => [
  { name: "pyodide", path: "assets/pyodide-11111111" },
  { name: "python", path: `assets/python-${digest}` },
];

it("names the folders of Python in the head of the page", () => {
  const page = nameFolders(PAGE, folders("22222222"));
  const found = new DOMParser().parseFromString(page, "text/html");
  expect([...found.head.querySelectorAll("meta")].map((one) => [one.name, one.content])).toEqual([
    ["viae-pyodide", "assets/pyodide-11111111"],
    ["viae-python", "assets/python-22222222"],
  ]);
});

it("names only the new folders when a page is completed again", () => {
  const again = nameFolders(nameFolders(PAGE, folders("22222222")), folders("33333333"));
  expect(again).toBe(nameFolders(PAGE, folders("33333333")));
});
