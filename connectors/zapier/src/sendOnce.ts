import type { Client } from '@textloom/shared/client';
import type { contract, Input, Message } from '@textloom/shared/contract';
import { idempotencyKeyOf } from './idempotencyKeyOf.ts';

/** Sends the message once for all that have this deduplication key; without one, as often as it is called. */
export const sendOnce = (
  client: Client,
  message: Input<typeof contract.message.send>,
  key: string | undefined,
): Promise<Message> =>
  client.message.send(
    message,
    key === undefined ? {} : { idempotencyKey: idempotencyKeyOf(message.to ?? '', key) },
  );
