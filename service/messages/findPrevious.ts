import type { EventType } from '@textloom/shared/contract';
import { sql } from 'kysely';
import type { IncomingText } from '../carriers/carrier.ts';
import { firstIdAt } from '../lib/ids.ts';
import { equivalentNumbers, phoneKey } from '../phones/equivalentNumbers.ts';
import { advisoryLocks } from '../store/advisoryLocks.ts';
import type { Trx } from '../store/database.ts';

/** How long people need at least to read a text and reply to it. */
const replyMs = 2_000;

/** How many messages to a person the service looks at, the newest ones. */
const maxLookedAt = 100;

/** The messages that a text can answer. */
interface Previous {
  /** The message that left last, and arrived as far as the service knows. */
  readonly last: string | null;
  /**
   * The message that left last among those whose reply a webhook awaits and has not got, or else
   * among those for whose replies a webhook waits until it expires.
   */
  readonly awaited: string | null;
}

interface Row {
  readonly id: string;
  /** Whether the message waits for its first reply, or for a further one. */
  readonly awaits: 'first' | 'further' | null;
}

/**
 * Finds the messages to the sender of a text, in any spelling, that the text can answer. A message
 * whose carrier has not responded for some time has left, too. They are among the newest, or among
 * those that left late, such as scheduled ones. Looks for each spelling apart, so that two indexes
 * find them immediately. The index `webhook_message` finds those that webhooks name, however many
 * webhooks name other messages.
 */
export async function findPrevious(
  trx: Trx,
  accountId: string,
  { from, to }: Pick<IncomingText, 'from' | 'to'>,
  now: Date,
): Promise<Previous> {
  const own = sql`account_id = ${accountId} and recipient = spelling.phone and sender = ${to}
    and not is_keyword_reply`;
  const lastClaim = firstIdAt('clm', new Date(Date.now() - replyMs));
  const { rows } = await sql<Row>`
    with candidate as materialized (
      select sent.*, sent.status in ('undelivered', 'failed', 'expired', 'canceled') as is_lost
      from unnest(${equivalentNumbers(from)}::text[]) as spelling(phone)
      cross join lateral (
        (
          select id, status, coalesce(sent_at, 'infinity') as left_at from message
          where ${own}
            and (sent_at is not null or submitting_at is not null and claim < ${lastClaim})
          order by id desc limit ${maxLookedAt}
        ) union all (
          select id, status, sent_at from message
          where ${own} and sent_at - created_at > interval '1 minute'
          order by sent_at desc limit ${maxLookedAt}
        )
      ) as sent
    ), awaited as materialized (
      select named.id, bool_or(expires_at is not null) as ends from webhook,
        jsonb_array_elements_text(filter -> 'message_id') as named (id)
      where account_id = ${accountId} and status = 'enabled'
        and (expires_at is null or expires_at > ${now})
        and events ?| ${['*', 'message.*', 'message.received' satisfies EventType]}::text[]
        and (filter -> 'message_id') is not null
        and (filter -> 'message_id') ?| array(select id from candidate)
        and ${passesFilter({ from, to })}
      group by 1
    )
    select candidate.id, case
      when is_lost or awaited.id is null then null
      when not exists (
        select from message as reply
        where in_reply_to = awaited.id and keyword is distinct from 'help'
      ) then 'first'
      when ends then 'further'
    end as awaits
    from candidate left join awaited using (id)
    order by is_lost, left_at desc, candidate.id desc`.execute(trx);
  const awaited =
    rows.find(({ awaits }) => awaits === 'first') ??
    // The first reply may have decided nothing.
    rows.find(({ awaits }) => awaits === 'further');
  return { last: rows[0]?.id ?? null, awaited: awaited?.id ?? null };
}

/**
 * Returns the message that awaits a reply, after the texts that arrived at the same moment from the
 * same person have their messages.
 */
export async function lockAwaited(
  trx: Trx,
  accountId: string,
  text: Pick<IncomingText, 'from' | 'to'>,
  now: Date,
): Promise<string | null> {
  const key = `${accountId}${text.to}${phoneKey(text.from)}`;
  await sql`
    select pg_advisory_xact_lock(${sql.lit(advisoryLocks.replies)}, hashtext(${key}))`.execute(trx);
  return (await findPrevious(trx, accountId, text, now)).awaited;
}

/** Matches the webhooks whose filter lets a text through, apart from the message it replies to. */
const passesFilter = ({ from, to }: Pick<IncomingText, 'from' | 'to'>) =>
  sql.join(
    Object.entries({
      ...{ from: equivalentNumbers(from), to: equivalentNumbers(to) },
      ...{ purpose: ['notification'], status: ['received'] },
    }).map(([field, values]) => sql`coalesce(filter -> ${field} ?| ${values}::text[], true)`),
    sql` and `,
  );
