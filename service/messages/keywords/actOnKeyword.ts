import type { Selectable } from 'kysely';
import type { ConsentStatement } from '../../consents/recordConsents.ts';
import type { Context } from '../../core/context.ts';
import { iso } from '../../times/iso.ts';
import type { Trx } from '../../store/database.ts';
import type { AccountTable } from '../../store/tables/tables.ts';
import { optIn } from '../optIn.ts';
import { optOut, getOptOutNumber } from '../optOut.ts';
import type { MessageRow } from '../toMessage.ts';
import { confirmation } from './readWish.ts';

/** When a text arrived, by the clock of a process, and by that of the database if it was queued. */
export interface Arrival {
  readonly receivedAt: Date;
  readonly arrivedAt: Date | undefined;
}

/**
 * Does what a received text certainly asks for, and returns whether to reply. A second STOP gets no
 * reply, so that two machines never loop.
 */
export async function actOnKeyword(
  context: Context,
  trx: Trx,
  account: Pick<Selectable<AccountTable>, 'opt_out_scope'>,
  { account_id: accountId, sender: phone, recipient: number, ...row }: MessageRow,
  { receivedAt, arrivedAt }: Arrival,
): Promise<boolean> {
  const expression: ConsentStatement = {
    method: 'text',
    at: row.created_at,
    receivedAt,
    arrivedAt,
    words: row.text,
    rule: row.keyword_rule ?? undefined,
    messageId: row.id,
  };
  const confirms = row.keyword_rule === confirmation;
  const source = confirms ? 'Reply YES' : 'Reply START';
  switch (row.keyword) {
    case 'stop': {
      const recipient = { accountId, phone, number: getOptOutNumber(account, number) };
      return optOut(context, trx, recipient, expression);
    }
    case 'start': {
      const consent = { source, at: iso(row.created_at) };
      const subscription = { status: 'subscribed', consent, confirms } as const;
      return optIn(context, trx, { accountId, phone, number }, subscription, expression);
    }
    case 'help':
      return true;
    case null:
      return false;
  }
}
