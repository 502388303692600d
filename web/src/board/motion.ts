// Running motions: frame by frame, to be finished at any moment.

export interface Runner {
  /** Calls `frame` with the share of the time that has passed, last with 1, and resolves then. */
  run(millis: number, frame: (share: number) => void): Promise<void>;
  /** Brings everything that runs to its end at once. */
  finish(): void;
}

export function runner(): Runner {
  const ends = new Set<() => void>();
  return {
    run(millis, frame) {
      return new Promise((resolve) => {
        const start = performance.now();
        let next = 0;
        // A page in the background gets no frames: the clock ends the motion then.
        const timer = setTimeout(() => end(), millis + 60);
        const end = () => {
          if (!ends.delete(end)) return;
          clearTimeout(timer);
          cancelAnimationFrame(next);
          frame(1);
          resolve();
        };
        const step = (now: number) => {
          const share = (now - start) / millis;
          if (share >= 1) return end();
          frame(Math.max(0, share));
          next = requestAnimationFrame(step);
        };
        ends.add(end);
        next = requestAnimationFrame(step);
      });
    },
    finish() {
      for (const end of [...ends]) end();
    },
  };
}

/** Slow, fast, slow. */
export const eased = (share: number): number =>
  share < 0.5 ? 2 * share * share : 1 - 2 * (1 - share) * (1 - share);
