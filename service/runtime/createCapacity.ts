import type { NextPass } from '../dispatch/dispatch.ts';
import { createSignal } from './signal.ts';

type Awaited = NextPass['awaited'];

/** Notifies dispatch that a carrier can take more messages. */
export interface Capacity {
  readonly raise: (carrier: string) => void;
  /** Waits until one of these carriers can take more, or for this time. */
  readonly wait: (awaited: Awaited, milliseconds: number) => Promise<void>;
}

export function createCapacity(): Capacity {
  const signal = createSignal();
  /** The carriers that dispatch waits for. The responses of others must not wake it. */
  let awaited: Awaited = [];
  return {
    raise: (carrier) => {
      if (awaited.some(({ name }) => name === carrier)) signal.raise();
    },
    wait: async (carriers, milliseconds) => {
      awaited = carriers;
      if (awaited.length > 0) await signal.wait(milliseconds);
    },
  };
}
