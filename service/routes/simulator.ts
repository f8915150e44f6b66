import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql, type Selectable } from 'kysely';
import { handsetFault, sendFromHandset } from '../carriers/handset.ts';
import type { Context } from '../context.ts';
import { logFailure } from '../log.ts';
import { iso } from '../iso.ts';
import { mayDo } from '../http/authenticate.ts';
import { fail, refuse } from '../http/serviceError.ts';
import { requirePhone } from '../messaging/requirePhone.ts';
import { streamRows } from './handsetStream.ts';
import type { HandsetTextTable } from '../store/tables.ts';

type Path = { Params: { number: string } };

/** The simulated handsets, for the console and for tests: no part of the API that a real carrier has. */
export function serveSimulator(app: FastifyInstance, context: Context): void {
  const { db } = context;

  app.get('/handsets', async (request) => {
    const numbers = await numbersOf(context, request);
    const { rows } = await sql<{ number: string; texts: number; last_text: string; last_at: Date }>`
      select distinct on (handset) handset as number, count(*) over (partition by handset)::int as texts,
        text as last_text, at as last_at
      from handset_text
      where is_shown and (sender = any(${numbers}::text[]) or recipient = any(${numbers}::text[]))
      order by handset, seq desc`.execute(db);
    return {
      data: rows
        .sort((a, b) => b.last_at.getTime() - a.last_at.getTime())
        .map((row) => ({ ...row, last_at: iso(row.last_at) })),
    };
  });

  app.get<Path>('/handsets/:number/texts', async (request) => {
    const rows = await shownTexts(context, await numbersOf(context, request))
      .where('handset', '=', requirePhone(request.caller!, request.params.number, '/number'))
      .orderBy('seq', 'desc')
      .limit(1000)
      .execute();
    return { data: rows.reverse().map(textOf) };
  });

  app.post<Path & { Body: unknown }>('/handsets/:number/texts', async (request, reply) => {
    if (!mayDo(request.caller!.scope, 'send')) fail('insufficient_scope');
    const { to, text } = (request.body ?? {}) as { to?: unknown; text?: unknown };
    if (
      typeof text !== 'string' ||
      text.length < 1 ||
      text.length > 1600 ||
      text.includes('\0') ||
      !text.isWellFormed()
    ) {
      return refuse('/text', 'invalid_format', 'has to be a text of 1 to 1600 characters');
    }
    const handset = requirePhone(request.caller!, request.params.number, '/number');
    const unroutable = handsetFault(handset);
    if (unroutable) return refuse('/number', 'invalid_phone_number', unroutable);
    const numbers = await numbersOf(context, request);
    if (typeof to !== 'string' || !numbers.includes(to))
      return refuse('/to', 'not_found', 'is not a number of this account');
    return reply.code(202).send({ id: await sendFromHandset(context, { handset, to, text }) });
  });

  const closing = new AbortController();
  // A server waits for its open connections to end, and a stream ends only when it is told to.
  app.addHook('preClose', async () => closing.abort());
  app.get('/stream', async (request, reply) => {
    const numbers = await numbersOf(context, request);
    const after = await lastSeq(context);
    const next = (seq: number) =>
      shownTexts(context, numbers).where('seq', '>', seq).orderBy('seq').limit(200).execute();
    reply.hijack();
    await streamRows(reply, { after, next, show: textOf, signal: closing.signal }).catch(
      (error: unknown) => logFailure(request.log, error, 'streaming to a page'),
    );
  });
}

async function numbersOf({ db, carriers }: Context, { caller }: FastifyRequest): Promise<string[]> {
  if (!carriers.named('handset'))
    fail('not_found', { detail: 'The carriers in use have no simulated handsets.' });
  const rows = await db
    .selectFrom('number')
    .select('number')
    .where('account_id', '=', caller!.account.id)
    .execute();
  return rows.map(({ number }) => number);
}

const shownTexts = ({ db }: Context, numbers: readonly string[]) =>
  db
    .selectFrom('handset_text')
    .selectAll()
    .where('is_shown', '=', true)
    .where((where) =>
      where.or([
        where('sender', 'in', [...numbers, '']),
        where('recipient', 'in', [...numbers, '']),
      ]),
    );

const lastSeq = async ({ db }: Context): Promise<number> =>
  (
    await db
      .selectFrom('handset_text')
      .select('seq')
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.seq ?? 0;

const textOf = ({
  id,
  handset,
  direction,
  sender,
  recipient,
  text,
  at,
}: Selectable<HandsetTextTable>) => ({
  id,
  handset,
  direction,
  from: sender,
  to: recipient,
  text,
  at: iso(at),
});
