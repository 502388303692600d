// Several people at one screen: the hand stays covered until the next one says to be there.
import { Driver } from "./kit/driver";
import { expect, QUICK, test } from "./kit/test";

test.use({ wishes: QUICK });

test("two people hand the screen over", async ({ page }) => {
  const driver = new Driver(page);
  await page.goto("/new?seats=screen");
  await page.getByLabel("Your name").fill("Livia");
  await page.getByRole("radio", { name: "2", exact: true }).check({ force: true });
  await page.getByLabel("Name of the player at seat 2").fill("Marcus");
  await page.getByRole("button", { name: "Start the game" }).click();
  await driver.until((view) => view.table.status === "running");

  const seen: string[] = [];
  for (let round = 0; round < 4; round++) {
    const cover = page.getByRole("dialog");
    await expect(cover.getByRole("heading")).toHaveText(/(Livia|Marcus), it’s your turn/);
    const name = /(Livia|Marcus)/.exec((await cover.getByRole("heading").textContent())!)![1]!;
    seen.push(name);
    // Nothing of a hand is in the page.
    await expect(driver.hand).toHaveCount(0);
    await expect(page.getByRole("button", { name: `I am ${name}` })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(cover).toHaveCount(0);
    await expect(driver.hand.locator("button[data-card]").first()).toBeVisible();
    const { turn } = driver.view!.game!;
    while (driver.view!.game!.turn.number === turn.number) {
      const decides = driver.view!.game!.decision.seat;
      if (decides !== turn.seat) break;
      await driver.play(1);
    }
  }
  expect(new Set(seen).size).toBe(2);
  expect(seen[0]).not.toBe(seen[1]);
});
