// Two browsers in one game: the invite link, each other's entries, chat.
import { Driver } from "./kit/driver";
import { expect, QUICK, test } from "./kit/test";

test.use({ wishes: QUICK });

test("two people meet by a link and play", async ({ page, newPerson }) => {
  const livia = new Driver(page);
  await page.goto("/new?seats=open");
  await page.getByLabel("Your name").fill("Livia");
  await page.getByRole("radio", { name: "2", exact: true }).check({ force: true });
  await page.getByRole("switch", { name: "Public" }).uncheck({ force: true });
  await page.getByRole("button", { name: "Open the table" }).click();
  const link = page.getByLabel("Invitation link");
  await expect(link).toHaveValue(/\/t\/\w+\?key=/);

  const other = await newPerson();
  const marcus = new Driver(other);
  await other.goto(await link.inputValue());
  await other.getByLabel("Your name").fill("Marcus");
  await other.getByRole("button", { name: "Join the table" }).click();
  await other.getByRole("button", { name: /Take (a )?seat/ }).click();
  await expect(other.getByText("Waiting for Livia to start the game")).toBeVisible();
  await expect(other).not.toHaveURL(/key=/);

  await expect(page.getByText("Marcus")).toBeVisible();
  await page.getByRole("button", { name: "Start the game" }).click();
  await Promise.all([livia.ready(), marcus.ready()]);
  await livia.until((view) => view.table.status === "running");
  await marcus.until((view) => view.table.status === "running");

  const turns = async (driver: Driver, others: Driver, name: string) => {
    const { turn } = (await driver.mine()).game!;
    let last = "";
    while (driver.view!.you.decides && driver.view!.game!.turn.number === turn.number) {
      const before = driver.played.length;
      await driver.play(1);
      last = driver.played[before] ?? last;
    }
    const number = driver.view!.game!.number;
    await others.until((view) => view.game!.number >= number);
    await expect(others.page.locator('[data-region="log"]')).toContainText(name);
    expect(last).not.toBe("");
  };
  for (let round = 0; round < 2; round++) {
    const first = livia.view!.you.decides ? livia : marcus;
    const second = first === livia ? marcus : livia;
    await turns(first, second, first === livia ? "Livia" : "Marcus");
    await turns(second, first, second === livia ? "Livia" : "Marcus");
  }
  expect(livia.view!.game!.entries).toBe(marcus.view!.game!.entries);

  // Both say something, and both see it.
  for (const [from, to, text] of [
    [page, other, "Salve, Marce!"],
    [other, page, "Salve et tu <b>Livia</b>"],
  ] as const) {
    await from.getByRole("tab", { name: /Chat/ }).click();
    await from.getByLabel("Say something").fill(text);
    await from.getByRole("button", { name: "Send" }).click();
    await to.getByRole("tab", { name: /Chat/ }).click();
    await expect(to.getByText(text, { exact: true })).toBeVisible();
  }
});
