/** The place of a submit that waits for its response. */
export interface Place {
  readonly free: () => void;
  /** Frees the place after a response, and those of late submits before it, which got none. */
  readonly respond: () => void;
  /** Marks the submit as late. Frees the place and returns false if a later one got a response. */
  readonly keepLate: () => boolean;
}

/** Limits how many submits wait for their responses at the same time. */
export interface SubmitWindow {
  /** Returns how many more submits may leave now. */
  readonly free: () => number;
  readonly inUse: () => number;
  readonly take: () => Place;
  /** Returns whether the carrier is late to respond to a whole window. */
  readonly isStalled: () => boolean;
  /** Decides whether only one submit at a time may leave. */
  readonly goInTurn: (inTurn: boolean) => void;
}

/**
 * Creates a window of a size. A late submit keeps its place until the response to a later one
 * arrives, because a stalled carrier must not get more than one window.
 */
export function createSubmitWindow(size: number): SubmitWindow {
  let inUse = 0;
  /** Counts submits in the order of sending. */
  let count = 0;
  let lastResponded = 0;
  let isInTurn = false;
  /** Late submits, with the functions that free their places. */
  const late = new Map<number, () => void>();

  const take = (): Place => {
    const number = ++count;
    let isTaken = true;
    inUse++;
    const free = () => {
      if (isTaken) inUse--;
      isTaken = false;
      late.delete(number);
    };
    return {
      free,
      respond: () => {
        lastResponded = Math.max(lastResponded, number);
        for (const [earlier, freeEarlier] of late) if (earlier < number) freeEarlier();
        free();
      },
      keepLate: () => {
        const isKept = lastResponded < number;
        if (isKept) late.set(number, free);
        else free();
        return isKept;
      },
    };
  };

  return {
    free: () => (isInTurn ? Math.min(size, late.size + 1) : size) - inUse,
    inUse: () => inUse,
    take,
    isStalled: () => late.size >= size,
    goInTurn: (inTurn) => {
      isInTurn = inTurn;
    },
  };
}
