// Makes src/lib/schema.d.ts, the types of the server's interface, from its OpenAPI document.
// With --check it writes nothing and fails where the file is stale.
import { readFileSync, writeFileSync } from "node:fs";
import openapiTS, { astToString, COMMENT_HEADER } from "openapi-typescript";
import { format, resolveConfig } from "prettier";

const file = new URL("../src/lib/schema.d.ts", import.meta.url);
const document = new URL("../../docs/openapi.json", import.meta.url);

const made = COMMENT_HEADER + astToString(await openapiTS(document));
const options = { ...(await resolveConfig(file)), filepath: file.pathname };
const types = await format(made, options);
if (!process.argv.includes("--check")) {
  writeFileSync(file, types);
} else if (readFileSync(file, "utf-8") !== types) {
  console.error("src/lib/schema.d.ts is not made from docs/openapi.json as it is: run `make api`");
  process.exit(1);
}
