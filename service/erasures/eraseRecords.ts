import { sql } from 'kysely';
import { hideOptOuts } from '../consents/optOuts.ts';
import { forgetUnread } from '../conversations/forgetUnread.ts';
import { phoneKey } from '../phones/equivalentNumbers.ts';
import type { Step } from './erasure.ts';

/** Erases the rows about the person that an index finds. */
export const eraseRecords: Step = async ({ context, trx, account_id, phones, created_at }) => {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(trx);
  const own = sql`account_id = ${account_id} and phone = any(${phones}::text[])`;
  // In the order in which a received text locks these rows.
  // The counts of a broadcast stay right, and a recipient who waits is skipped.
  await run(sql`
    update broadcast_recipient set phone = '', phone_key = 'erased ' || contact_id
    where broadcast_id in (select id from broadcast where account_id = ${account_id})
      and phone_key = ${phoneKey(phones[0]!)}`);
  for (const table of ['review', 'contact', 'consent', 'verification'] as const)
    await run(sql`delete from ${sql.table(table)} where ${own} and created_at <= ${created_at}`);
  // A text to stop that arrived during the request stored its opt-out with the number.
  const { rows } = await sql`select from contact where ${own} limit 1`.execute(trx);
  if (rows.length === 0) await hideOptOuts(context, trx, account_id, phones);
  // Earlier versions wrote to the second table.
  for (const table of ['automatic_reply', 'keyword_answer'])
    await run(sql`delete from ${sql.table(table)} where ${own}`);
  // A conversation continues if it has a later message. Only a statement that starts after the lock
  // sees the message of a transaction that had locked the conversation before.
  const conversations = await sql<{ readonly id: string }>`
    select id from conversation where ${own} order by id for update`.execute(trx);
  await run(sql`
    delete from conversation where ${own} and created_at <= ${created_at}
      and not exists (select from message where id = last_message_id)`);
  await forgetUnread(
    trx,
    conversations.rows.map(({ id }) => id),
  );
  await run(sql`
    delete from incoming_part
    where ltrim(sender, '+') = any(${phones.map((phone) => phone.replace('+', ''))}::text[])
      and recipient in (select number from number where account_id = ${account_id})`);
  const quoted = phones.map((phone) => JSON.stringify(phone));
  const filter = quoted.reduce(
    (text, one) => sql`replace(${text}, ${one}, '"erased"')`,
    sql`filter::text`,
  );
  // One statement for all spellings, so that it locks webhooks in the order of their attempts.
  await run(sql`
    update webhook set filter = (${filter})::jsonb
    where id = any(array(
      select id from webhook
      where account_id = ${account_id}
        and filter::text like any(${quoted.map((one) => `%${one}%`)}::text[])
      order by id for update
    ))`);
  return { kind: 'done' };
};

const textsPerStep = 1_000;

/** Erases the texts on simulated handsets, including those that the person typed. */
export const eraseHandsetTexts: Step = async ({ trx, account_id, phones, created_at }) => {
  const { numAffectedRows = 0n } = await sql`
    delete from handset_text where id in (
      select id from handset_text
      where handset = any(${phones}::text[]) and at <= ${created_at}
        and (account_id = ${account_id} or account_id is null)
      limit ${textsPerStep})`.execute(trx);
  return { kind: numAffectedRows < textsPerStep ? 'done' : 'more' };
};
