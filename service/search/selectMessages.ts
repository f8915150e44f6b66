import type { contract, FilledInput } from '@textloom/shared/contract';
import { sql, type QueryCreator } from 'kysely';
import { createdWithin, type TimeRange } from './timeRange.ts';
import type { Database } from '../store/tables/tables.ts';
import { possibleStatuses, type StatusFilter } from './statusFilter.ts';

type Input = FilledInput<(typeof contract)['message']['list']>;
type Equal = Pick<
  Input,
  'contact_id' | 'purpose' | 'country' | 'campaign_id' | 'reference' | 'broadcast_id'
>;

/** The filters of a list of messages, parsed. */
export interface MessageFilters extends TimeRange, StatusFilter, Pick<Input, 'list_id'> {
  readonly accountId: string;
  readonly now: Date;
  /** All spellings of the recipient. */
  readonly recipients: readonly string[] | undefined;
  /** All spellings of the sender. */
  readonly senders: readonly string[] | undefined;
  readonly errorCode?: Input['error_code'];
  /** The columns that must have exactly these values. */
  readonly equal: Equal;
}

/** Returns a function that selects the messages of an account that match the filters. */
export function selectMessages({
  accountId,
  now,
  after,
  until,
  recipients,
  senders,
  list_id,
  statuses,
  errorCode,
  direction,
  equal,
}: MessageFilters) {
  const isReceived = statuses?.every((one) => one === 'received') ?? false;
  const only = direction ?? (isReceived ? ('inbound' as const) : undefined);
  const isContradiction = possibleStatuses({ statuses, direction })?.length === 0;
  return (db: QueryCreator<Database>) =>
    db
      .selectFrom('message')
      .where('message.account_id', '=', accountId)
      .where((where) => where.and(equal))
      // PostgreSQL uses the indexes of rare statuses and of received messages only if the statement
      // contains these values.
      .$if(statuses !== undefined && !isContradiction, (query) =>
        query.where(sql<boolean>`status in (${sql.join(statuses!.map((one) => sql.lit(one)))})`),
      )
      .$if(only !== undefined, (query) => query.where('direction', '=', sql.lit(only!)))
      .$if(isContradiction, (query) => query.where(sql<boolean>`false`))
      .$if(errorCode !== undefined, (query) =>
        query.where(sql<boolean>`error ->> 'code' = ${errorCode}`),
      )
      .$if(recipients !== undefined, (query) => query.where('recipient', 'in', recipients!))
      .$if(senders !== undefined, (query) => query.where('sender', 'in', senders!))
      .$if(list_id !== undefined, (query) => query.where(sql<boolean>`${list_id!} = any(list_ids)`))
      .where(createdWithin('msg', now, { after, until }));
}
