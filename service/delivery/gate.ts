/** Lets so many through at once, and the others in the order in which they came. */
export interface Gate {
  /** Resolves when there is room; what is returned gives it back, and is told whether it was used. */
  readonly enter: () => Promise<(isUsed: boolean) => void>;
  /** How many have used it. */
  readonly passed: () => number;
  /** Whether no one is in it or waits. */
  readonly isIdle: () => boolean;
}

export function createGate(room: number): Gate {
  const waiting: (() => void)[] = [];
  let inside = 0;
  let passed = 0;
  const leave = (isUsed: boolean) => {
    if (isUsed) passed++;
    const next = waiting.shift();
    if (next) next();
    else inside--;
  };
  return {
    passed: () => passed,
    isIdle: () => inside === 0,
    enter: async () => {
      if (inside < room) inside++;
      else await new Promise<void>((done) => waiting.push(done));
      return leave;
    },
  };
}
