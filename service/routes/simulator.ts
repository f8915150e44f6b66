import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql, type Selectable } from 'kysely';
import { sendFromHandset } from '../carriers/handset.ts';
import type { Context } from '../context.ts';
import { iso } from '../iso.ts';
import { fail, refuse } from '../http/serviceError.ts';
import { requirePhone } from '../messaging/requirePhone.ts';
import type { HandsetTextTable } from '../store/tables.ts';

const pollMs = 300;
const keepAliveMs = 15_000;

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
      .where('handset', '=', request.params.number)
      .orderBy('seq')
      .limit(1000)
      .execute();
    return { data: rows.map(textOf) };
  });

  app.post<Path & { Body: unknown }>('/handsets/:number/texts', async (request, reply) => {
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
    if (context.carrier.route(handset))
      return refuse('/number', 'invalid_phone_number', `: ${context.carrier.route(handset)!}`);
    const numbers = await numbersOf(context, request);
    if (typeof to !== 'string' || !numbers.includes(to))
      return refuse('/to', 'not_found', 'is not a number of this account');
    return reply.code(202).send({ id: await sendFromHandset(context, { handset, to, text }) });
  });

  app.get('/stream', async (request, reply) => {
    const numbers = await numbersOf(context, request);
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      connection: 'keep-alive',
    });
    raw.write(': connected\n\n');
    let last = await lastSeq(context);
    let idleMs = 0;
    // Asked for, not listened for: the same on every database, and only while a page is open.
    const timer = setInterval(() => {
      void shownTexts(context, numbers)
        .where('seq', '>', last)
        .orderBy('seq')
        .limit(200)
        .execute()
        .then((rows) => {
          for (const row of rows)
            raw.write(`event: text\ndata: ${JSON.stringify(textOf(row))}\n\n`);
          last = rows.at(-1)?.seq ?? last;
          idleMs = rows.length > 0 ? 0 : idleMs + pollMs;
          if (idleMs >= keepAliveMs) {
            raw.write(': still here\n\n');
            idleMs = 0;
          }
        })
        .catch(() => raw.end());
    }, pollMs);
    const end = () => clearInterval(timer);
    raw.on('close', end);
    raw.on('error', end);
    app.server.once('close', end);
  });
}

async function numbersOf({ db, carrier }: Context, { caller }: FastifyRequest): Promise<string[]> {
  if (carrier.name !== 'handset')
    fail('not_found', { detail: 'The carrier in use has no simulated handsets.' });
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
