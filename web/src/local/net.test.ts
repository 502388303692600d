import { describe, expect, it } from "vitest";
import fixture from "./fixtures/net.json"; // written by `python -m tests.web.nets`
import { Net, makeNet, type Layer } from "./net";

const { width } = fixture;
const nets = fixture.nets.map(({ layers, batches }) => ({
  layers: layers.map(([before, after, weights, biases]) => [
    before,
    after,
    Float32Array.from(weights as number[]),
    Float32Array.from(biases as number[]),
  ]) as Layer[],
  batches,
}));
const { layers, batches } = nets[0]!;

describe("the net in JavaScript", () => {
  it.each(nets.flatMap((net) => net.batches.map((batch) => ({ ...batch, layers: net.layers }))))(
    "says what numpy says",
    ({ rows, outputs, layers }) => {
      const said = new Net(layers, width).evaluate(Uint8Array.from(rows));
      expect(said.length).toBe(outputs.length);
      said.forEach((value, i) => expect(value).toBeCloseTo(outputs[i]!, 5));
    },
  );

  it("says the same of a row in every batch, and of equal rows in one", () => {
    const net = new Net(layers, width);
    const rows = Uint8Array.from(batches[2]!.rows);
    const { outputs } = net;
    const all = net.evaluate(rows);
    const last = rows.slice(-width);
    const alone = net.evaluate(last);
    alone.forEach((value, i) => expect(value).toBeCloseTo(all.at(i - outputs)!, 12));
    const twice = net.evaluate(Uint8Array.from([...rows.slice(0, width), ...last, ...last]));
    expect(twice.slice(outputs, 2 * outputs)).toEqual(twice.slice(2 * outputs));
  });

  it("refuses rows of another length", () => {
    expect(() => new Net(layers, width).evaluate(new Uint8Array(41))).toThrow("40 numbers each");
  });

  it("reads rows where Python keeps them, and lets go of them", () => {
    let released = 0;
    const rows = { data: Uint8Array.from(batches[0]!.rows), release: () => released++ };
    const compute = makeNet({ toJs: () => layers }, width);
    expect(compute({ getBuffer: () => rows })).toEqual(new Net(layers, width).evaluate(rows.data));
    expect(released).toBe(1);
  });
});
