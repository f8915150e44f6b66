import type { Selectable } from 'kysely';
import type { WebhookTable } from '../store/tables.ts';

/** The deliveries that may be under way at once. */
export interface Slots {
  /** Where the deliveries to one webhook take their slots. */
  readonly of: (webhook: SlotUser) => TakeSlot;
  /** Calls with the id of the webhook whenever a slot is free again; returns what ends that. */
  readonly onFree: (call: (webhookId: string) => void) => () => void;
}
/** Takes a slot and returns what gives it back, or undefined while there is none. */
export type TakeSlot = () => (() => void) | undefined;

type SlotUser = Pick<Selectable<WebhookTable>, 'id' | 'account_id' | 'url'>;

const mostInProcess = 1_024;
const mostOfAccount = 256;
const mostToHost = 64;
const mostToWebhook = 32;

/**
 * Shares the slots of a process among accounts, those of an account among the hosts that it delivers
 * to, and those of a host among its webhooks. Besides its fixed limit, each may use no more than it
 * leaves free for the others: alone it gets at most half, and a few that are slow leave room for those
 * that are not.
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
        { key: 'process', most: mostInProcess },
        { key: account_id, most: mostOfAccount },
        { key: `${account_id} ${new URL(url).hostname}`, most: mostToHost },
        { key: id, most: mostToWebhook },
      ];
      const hasRoom = () => {
        let free = Infinity;
        for (const { key, most } of levels) {
          const own = usedBy(key);
          if (own >= Math.min(most, free)) return false;
          free = most - own;
        }
        return true;
      };
      return () => {
        if (!hasRoom()) return undefined;
        for (const { key } of levels) add(key, 1);
        return () => {
          for (const { key } of levels) add(key, -1);
          for (const tell of listeners) tell(id);
        };
      };
    },
    onFree: (call) => {
      listeners.add(call);
      return () => listeners.delete(call);
    },
  };
}
