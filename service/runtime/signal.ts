/** Notifies a loop of this process that there is work. */
export interface Signal {
  readonly raise: () => void;
  /**
   * Resolves when the signal is raised, immediately if it was raised since the last wait, or after
   * this time.
   */
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
