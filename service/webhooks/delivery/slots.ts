import type { Selectable } from 'kysely';
import type { WebhookTable } from '../../store/tables/webhookTables.ts';

/** Limits the deliveries that may be in progress at the same time. */
export interface Slots {
  /** Returns a function that takes slots for the deliveries to one webhook. */
  readonly of: (webhook: SlotUser) => TakeSlot;
  /**
   * Calls a function with the ID of the webhook whenever a slot is free again. Returns an
   * unsubscribe function.
   */
  readonly onFree: (listener: (webhookId: string) => void) => () => void;
}
/**
 * Takes a slot and returns a function that releases it, or returns undefined if no slot is free.
 */
export type TakeSlot = () => (() => void) | undefined;

type SlotUser = Pick<Selectable<WebhookTable>, 'id' | 'account_id' | 'url'>;

const maxPerProcess = 1_024;
const maxPerAccount = 256;
const maxPerHost = 64;
const maxPerWebhook = 32;

/**
 * Shares the slots of a process among accounts, those of an account among the hosts that it
 * delivers to, and those of a host among its webhooks. In addition to a fixed limit, each one may
 * use no more slots than it leaves free for the others. So one alone gets at most half, and a few
 * slow receivers leave capacity for the others.
 */
export function createSlots(): Slots {
  const used = new Map<string, number>();
  const usedBy = (key: string) => used.get(key) ?? 0;
  const add = (key: string, change: number) => {
    const now = usedBy(key) + change;
    if (now === 0) used.delete(key);
    else used.set(key, now);
  };
  const listeners = new Set<(webhookId: string) => void>();

  return {
    of: ({ id, account_id, url }) => {
      const levels = [
        { key: 'process', limit: maxPerProcess },
        { key: account_id, limit: maxPerAccount },
        { key: `${account_id} ${new URL(url).hostname}`, limit: maxPerHost },
        { key: id, limit: maxPerWebhook },
      ];
      const hasCapacity = () => {
        let free = Infinity;
        for (const { key, limit } of levels) {
          const own = usedBy(key);
          if (own >= Math.min(limit, free)) return false;
          free = limit - own;
        }
        return true;
      };
      return () => {
        if (!hasCapacity()) return undefined;
        for (const { key } of levels) add(key, 1);
        return () => {
          for (const { key } of levels) add(key, -1);
          for (const listener of listeners) listener(id);
        };
      };
    },
    onFree: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
