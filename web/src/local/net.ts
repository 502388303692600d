// The net of the bots, computed in JavaScript: the other implementation of `viae.bots.evaluation`.

/** Numbers in, numbers out, weights row by row, biases. */
export type Layer = [before: number, after: number, weights: Float32Array, biases: Float32Array];

const OUTPUTS = 3; // the side's own chance to win, margin, points
// Nets of the first kind say just these. Later ones begin with the chances of all sides.
const SIDES = 5;

/** Computes a net; the outputs of all rows, one after the other. */
export class Net {
  /** The numbers of a row; a net may know only the first of them. */
  readonly width: number;
  readonly outputs = OUTPUTS;
  readonly #layers: Layer[];
  /** What the first layer says of the first row of a batch, and of the present one. */
  readonly #base: Float64Array;
  readonly #hidden: Float64Array[];

  constructor(layers: Layer[], width?: number) {
    const first = layers[0];
    if (!first) throw new Error("a net has at least one layer");
    this.#layers = layers;
    this.width = width ?? first[0];
    this.#base = new Float64Array(first[1]);
    this.#hidden = layers.map(([, after]) => new Float64Array(after));
  }

  /** What a seat may expect, for each row of features. */
  evaluate(rows: Uint8Array): Float64Array {
    const { width, outputs } = this;
    const number = rows.length / width;
    if (!Number.isInteger(number)) {
      throw new Error(`rows have ${width} numbers each, not ${rows.length} in all`);
    }
    const said = new Float64Array(number * outputs);
    for (let row = 0; row < number; row++) {
      this.#first(rows, row * width);
      for (let layer = 1; layer < this.#layers.length; layer++) this.#next(layer);
      const values = this.#hidden.at(-1)!;
      const sides = values.length > OUTPUTS ? SIDES : 1;
      said[row * outputs] = sides > 1 ? share(values, sides) : chance(values[0]!);
      said[row * outputs + 1] = chance(values[sides]!);
      said[row * outputs + 2] = values[sides + 1]!;
    }
    return said;
  }

  /**
   * The first layer, which is most of the work. The rows of a batch are the turns of one decision
   * and differ in few numbers, so only the differences from the first row are added.
   */
  #first(rows: Uint8Array, start: number): void {
    const [before, after, weights, biases] = this.#layers[0]!;
    const sums = this.#hidden[0]!;
    if (start === 0) sums.set(biases);
    else sums.set(this.#base);
    for (let i = 0; i < before; i++) {
      const value = start === 0 ? rows[i]! : rows[start + i]! - rows[i]!;
      if (value === 0) continue;
      const at = i * after;
      for (let j = 0; j < after; j++) sums[j]! += value * weights[at + j]!;
    }
    if (start === 0) this.#base.set(sums);
  }

  #next(layer: number): void {
    const [before, after, weights, biases] = this.#layers[layer]!;
    const values = this.#hidden[layer - 1]!;
    const sums = this.#hidden[layer]!;
    sums.set(biases);
    for (let i = 0; i < before; i++) {
      const value = values[i]!;
      if (value <= 0) continue; // between layers only what is above zero counts
      const at = i * after;
      for (let j = 0; j < after; j++) sums[j]! += value * weights[at + j]!;
    }
  }
}

/** From any number to one between 0 and 1. */
function chance(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

/** The chance of the first of the sides, which have a chance of 1 together. */
function share(values: Float64Array, sides: number): number {
  let sum = 0;
  for (let i = 0; i < sides; i++) sum += Math.exp(values[i]! - values[0]!);
  return 1 / sum;
}

/** What Pyodide hands over for a Python object; only what is needed here. */
interface Proxy {
  toJs(): unknown;
}
interface BytesProxy {
  getBuffer(type: "u8"): { data: Uint8Array; release(): void };
}

/** For `viae.bots.browser.JavaScript`: a function that computes the net of these layers. */
export function makeNet(layers: Proxy, width?: number): (rows: BytesProxy) => Float64Array {
  const net = new Net(layers.toJs() as Layer[], width);
  return (rows) => {
    const seen = rows.getBuffer("u8"); // as it lies in Python's memory
    try {
      return net.evaluate(seen.data);
    } finally {
      seen.release();
    }
  };
}
