import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { recordAudit } from '../../audit/recordAudit.ts';
import {
  countStartedBroadcasts,
  pauseStartedBroadcasts,
} from '../../broadcasts/broadcastStatus.ts';
import type { Context } from '../../core/context.ts';
import { advanceTo } from '../../messages/advance.ts';
import { isUnsent } from '../../messages/statusMachine.ts';
import { CommandError, UsageError, type Command, type Io } from '../command.ts';
import { parseTimeOption } from '../parseTimeOption.ts';
import { table } from '../table.ts';
import { withContext } from '../withDatabase.ts';

const batchSize = 500;

const repeatChanges =
  'Repeat what you did after the backup: released or moved numbers, deleted webhooks, and canceled or rescheduled messages and broadcasts. See "Start from a backup" in docs/running.md.';

const checkBroadcasts =
  'The service might have sent these broadcasts after the backup. Find out who got each one before it starts or before you resume it. If you cannot find out, cancel it.';

export const messages: Command = {
  forms: {
    'messages cancel-due [--until TIME] [--yes]':
      'Cancel messages that are due by now, or by a given time, pause broadcasts that have started, and list the numbers, webhooks and broadcasts. Use it before you start from a backup, but only if the service sent messages after the backup. Without --yes, the command changes nothing and tells you what it would change',
  },
  run: async (args, io) => {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { until: { type: 'string' }, yes: { type: 'boolean' } },
    });
    if (positionals[0] !== 'cancel-due') throw new UsageError('Specify a subcommand: cancel-due.');
    const now = new Date();
    const until = values.until === undefined ? now : parseTimeOption('--until', values.until);
    return withContext(
      io,
      () => now,
      async (context) => {
        if (!values.yes) return showDue(context, until, io);
        // Otherwise, they would add messages to recipients who got them after the backup.
        const paused = await context.db
          .transaction()
          .execute((trx) => pauseStartedBroadcasts(context, trx, until));
        let canceled = 0;
        const recorded = new Set<string>();
        for (let count = 1; count > 0; canceled += count)
          count = await cancelBatch(context, until, recorded);
        io.print(`${canceled} ${canceled === 1 ? 'message is' : 'messages are'} canceled.`);
        if (paused > 0)
          io.print(`${paused} ${paused === 1 ? 'broadcast is' : 'broadcasts are'} paused.`);
        for (const line of await describeRestored(context)) io.print(line);
        return 0;
      },
    );
  },
};

/**
 * Fails if something is due, because the messages that are due after a move to another machine were
 * never sent.
 */
async function showDue(context: Context, until: Date, { print }: Io): Promise<number> {
  const { db } = context;
  const { rows } = await sql<{ due: number }>`
    select count(*)::int as due from message where ${isDue(until)}`.execute(db);
  const { due } = rows[0]!;
  const started = await countStartedBroadcasts(db, until);
  const isNothingDue = due + started === 0;
  if (isNothingDue) print('This command has nothing to cancel or pause.');
  for (const line of await describeRestored(context)) print(line);
  if (isNothingDue) return 0;
  throw new CommandError(
    `Messages to cancel: ${due}. Broadcasts to pause: ${started}. If the service sent nothing after this backup, do not cancel them, because nobody got them. Otherwise, run the command again with --yes.`,
  );
}

const isDue = (until: Date) => sql<boolean>`${isUnsent()} and due_at <= ${until}`;

/** Describes what a backup restores, although it may have been removed or sent later. */
async function describeRestored({ db }: Context): Promise<string[]> {
  const numbers = await db
    .selectFrom('number')
    .innerJoin('account', 'account.id', 'number.account_id')
    .select(['number', 'account_id', 'name'])
    .where('status', '=', 'active')
    .orderBy('number')
    .execute();
  const webhooks = await db
    .selectFrom('webhook')
    .innerJoin('account', 'account.id', 'webhook.account_id')
    .select(['webhook.id', 'account_id', 'name', 'url'])
    .where('status', '=', 'enabled')
    .orderBy('webhook.id')
    .execute();
  const broadcasts = await db
    .selectFrom('broadcast')
    .innerJoin('account', 'account.id', 'broadcast.account_id')
    .select(['broadcast.id', 'account_id', 'account.name', 'status', 'broadcast.name as title'])
    .where('status', 'not in', ['completed', 'canceled'])
    .orderBy('broadcast.id')
    .execute();
  const list = (titles: readonly string[], rows: readonly (readonly string[])[]) =>
    rows.length === 0 ? [] : ['', ...table([titles, ...rows])];
  const lists = [
    ...list(
      ['NUMBER', 'ACCOUNT', 'NAME'],
      numbers.map((row) => [row.number, row.account_id, row.name]),
    ),
    ...list(
      ['WEBHOOK', 'ACCOUNT', 'NAME', 'RECEIVER'],
      // The rest of a URL often contains a secret.
      webhooks.map((row) => [row.id, row.account_id, row.name, new URL(row.url).origin]),
    ),
    ...(broadcasts.length > 0 ? ['', checkBroadcasts] : []),
    ...list(
      ['BROADCAST', 'ACCOUNT', 'NAME', 'STATUS', 'BROADCAST NAME'],
      broadcasts.map((row) => [row.id, row.account_id, row.name, row.status, row.title]),
    ),
  ];
  if (lists.length > 0)
    return ['', `Compare these lists with your records. ${repeatChanges}`, ...lists];
  const { rows } = await sql<{ waits: boolean }>`
    select exists(select from message where ${isUnsent()}) as waits`.execute(db);
  return rows[0]!.waits ? ['', repeatChanges] : [];
}

/**
 * Also cancels messages whose submit had started: the carrier either has them already or never gets
 * them. The audit log gets one entry for each account.
 */
const cancelBatch = (context: Context, until: Date, recorded: Set<string>): Promise<number> =>
  context.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string; account_id: string }>`
      select id, account_id from message
      where ${isDue(until)}
      order by id limit ${batchSize}`.execute(trx);
    for (const { account_id: accountId } of rows) {
      if (recorded.has(accountId)) continue;
      recorded.add(accountId);
      const operation = 'message.cancel_due';
      await recordAudit(trx, { accountId, operation, by: 'command_line', now: context.clock() });
    }
    return (await advanceTo(context, trx, rows, { to: 'canceled' })).length;
  });
