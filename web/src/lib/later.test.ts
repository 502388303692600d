import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { patiently } from "./later";

describe("a file of the client", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is tried again until it comes", async () => {
    const load = vi.fn().mockRejectedValueOnce(new TypeError("no line")).mockResolvedValue("here");
    const found = patiently(load);
    await vi.advanceTimersByTimeAsync(500);
    await expect(found).resolves.toBe("here");
    expect(load).toHaveBeenCalledTimes(2);
  });

  it("is tried at once when the connection is back", async () => {
    const load = vi.fn().mockRejectedValueOnce(new TypeError("no line")).mockResolvedValue("here");
    const found = patiently(load);
    await vi.advanceTimersByTimeAsync(0);
    dispatchEvent(new Event("online"));
    await expect(found).resolves.toBe("here");
    await vi.advanceTimersByTimeAsync(10_000);
    expect(load, "nothing is left that tries again").toHaveBeenCalledTimes(2);
  });

  it("is missing after many tries", async () => {
    const load = vi.fn().mockRejectedValue(new TypeError("gone"));
    const found = expect(patiently(load)).rejects.toThrow("gone");
    await vi.advanceTimersByTimeAsync(200_000);
    await found;
    expect(load).toHaveBeenCalledTimes(9);
  });
});
