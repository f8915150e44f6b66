import { sql, type RawBuilder, type Selectable } from 'kysely';
import { mergeNewest, type IdPage } from '../store/readPage.ts';
import type { ConversationTable } from '../store/tables/messageTables.ts';

/**
 * Returns an expression for the IDs of the newest messages of a conversation. It reads each
 * direction and each spelling of the number from its index, and only as far as the page goes.
 */
export function messageIds(
  {
    account_id,
    number,
    phones,
  }: Pick<Selectable<ConversationTable>, 'account_id' | 'number' | 'phones'>,
  { before, count }: IdPage,
): RawBuilder<string[]> {
  const older = before === undefined ? sql`` : sql`and id < ${before}`;
  const newest = (direction: string, sender: string, recipient: string) => sql`(
    select id from message
    where account_id = ${account_id} and direction = ${sql.lit(direction)}
      and sender = ${sender} and recipient = ${recipient} ${older}
    order by id desc limit ${count})`;
  const parts = phones.flatMap((phone) => [
    newest('inbound', phone, number),
    newest('outbound', number, phone),
  ]);
  return mergeNewest(parts, count);
}
