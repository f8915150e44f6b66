import { insertMany } from '../store/insertMany.ts';
import type { Db, Trx } from '../store/database.ts';
import type { Secrets } from './secrets.ts';

/**
 * Stores the texts of messages that show only a redacted text. `advance` deletes them when a
 * carrier has the message, or when the message is final.
 */
export async function storeSecretTexts(
  secrets: Secrets,
  trx: Trx,
  texts: readonly { readonly messageId: string; readonly text: string }[],
): Promise<void> {
  if (texts.length === 0) return;
  const rows = texts.map(({ messageId, text }) => ({
    message_id: messageId,
    ciphertext: secrets.encrypt(text),
  }));
  await insertMany('secret_text', rows).execute(trx);
}

/**
 * Returns the secret texts of messages. A text is undefined if another key encrypted it. Messages
 * without a secret text are not in the map.
 */
export async function readSecretTexts(
  { secrets, db }: { readonly secrets: Secrets; readonly db: Db },
  messageIds: readonly string[],
): Promise<ReadonlyMap<string, string | undefined>> {
  if (messageIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('secret_text')
    .selectAll()
    .where('message_id', 'in', messageIds)
    .execute();
  return new Map(
    rows.map(({ message_id, ciphertext }) => [message_id, secrets.decrypt(ciphertext)]),
  );
}
