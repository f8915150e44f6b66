/** Tells a loop of this process that there is something to do. */
export interface Signal {
  readonly raise: () => void;
  /** Resolves once it is raised, at once where it has been since the last time, or after this long. */
  readonly wait: (milliseconds: number) => Promise<void>;
}

export function createSignal(): Signal {
  let isRaised = false;
  let wake: (() => void) | undefined;
  return {
    raise: () => {
      isRaised = true;
      wake?.();
    },
    wait: async (milliseconds) => {
      if (!isRaised) {
        let timer: NodeJS.Timeout | undefined;
        await new Promise<void>((done) => {
          wake = done;
          timer = setTimeout(done, milliseconds);
        });
        clearTimeout(timer);
        wake = undefined;
      }
      isRaised = false;
    },
  };
}
