import { contract, limits, mayCall } from '@textloom/shared/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Selectable } from 'kysely';
import { findValidKeys } from '../accounts/findValidKeys.ts';
import { isHandset } from '../carriers/handset/submitToHandset.ts';
import { sendFromHandset } from '../carriers/handset/handset.ts';
import type { Context } from '../core/context.ts';
import { limitRuns } from '../concurrency/limitRuns.ts';
import { logFailure } from '../observability/log.ts';
import { iso } from '../times/iso.ts';
import { fail, refuse } from '../errors/serviceError.ts';
import { normalizeSender } from '../phones/phone.ts';
import { requirePhone } from '../phones/requirePhone.ts';
import { findUnstorable } from './findUnstorable.ts';
import { streamRows } from './handsetStream.ts';
import type { HandsetTextTable } from '../store/tables/messageTables.ts';

const { minLength, maxLength } = contract.message.send.input.properties.text;

/** A broadcast can reach a million handsets. The list shows the newest, from the newest texts. */
const newestTexts = 10_000;
const listedHandsets = 200;

type Path = { Params: { number: string } };

/** The body of a text that a person types on a handset. */
interface Typed {
  readonly to?: unknown;
  readonly text?: unknown;
  readonly media_urls?: unknown;
}

/**
 * Serves the simulated handsets for the console and for tests. They are not part of the API and do
 * not exist with real carriers.
 */
export function serveSimulator(app: FastifyInstance, context: Context): void {
  const { db } = context;
  app.addHook('onRequest', async () => {
    if (!context.carriers.named('handset'))
      fail('not_found', { detail: 'The carriers in use have no simulated handsets.' });
  });

  app.get('/handsets', async (request) => {
    const newest = shownTexts(context, request).orderBy('seq', 'desc').limit(newestTexts);
    const rows = await db
      .selectFrom(newest.as('shown'))
      .distinctOn('handset')
      .select(['handset as number', 'text as last_text', 'at as last_at'])
      .orderBy('handset')
      .orderBy('seq', 'desc')
      .execute();
    return {
      data: rows
        .sort((a, b) => b.last_at.getTime() - a.last_at.getTime())
        .slice(0, listedHandsets)
        .map((row) => ({ ...row, last_at: iso(row.last_at) })),
    };
  });

  app.get<Path>('/handsets/:number/texts', async (request) => {
    const rows = await shownTexts(context, request)
      .where('handset', '=', requirePhone(request.caller!, request.params.number, '/number'))
      .orderBy('seq', 'desc')
      .limit(1000)
      .execute();
    return { data: rows.reverse().map(toText) };
  });

  app.post<Path & { Body: unknown }>('/handsets/:number/texts', async (request, reply) => {
    if (!mayCall(request.caller!.scope, { scope: 'send' })) fail('insufficient_scope');
    const { to, text, media_urls: urls = [] } = (request.body ?? {}) as Typed;
    if (!isMediaUrls(urls))
      return refuse(
        '/media_urls',
        'invalid_format',
        `must be a list of at most ${limits.mediaPerMessage} URLs that start with https:, http: or data:`,
      );
    if (
      typeof text !== 'string' ||
      (text.length < minLength && urls.length === 0) ||
      text.length > maxLength ||
      findUnstorable(text).length > 0
    ) {
      return refuse(
        '/text',
        'invalid_format',
        `must be a string of ${minLength} to ${maxLength} characters`,
      );
    }
    const handset = requirePhone(request.caller!, request.params.number, '/number');
    if (!isHandset(handset)) {
      const detail = 'is not a number of a simulated handset, such as +12025550123';
      return refuse('/number', 'invalid_phone_number', detail);
    }
    const { id: accountId, default_country } = request.caller!.account;
    const isStorable = typeof to === 'string' && findUnstorable(to).length === 0;
    const number = isStorable ? normalizeSender(to, default_country) : '';
    if (!(await ownsNumber(context, accountId, number)))
      return refuse('/to', 'not_found', 'is not a number of this account');
    const media = urls.map((url) => ({ url }));
    const id = await sendFromHandset(context, { accountId, handset, to: number, text, media });
    return reply.code(202).send({ id });
  });

  const closing = new AbortController();
  // End the streams, because the server waits until its open connections end.
  app.addHook('preClose', async () => closing.abort());
  const limitStreams = limitRuns({
    max: limits.handsetStreams,
    detail: `This account already has ${limits.handsetStreams} open streams. Close one, then repeat the request.`,
    retryAfter: 5,
  });
  const stream = async (request: FastifyRequest, reply: FastifyReply) => {
    const { keyId } = request.caller!;
    try {
      const after = await lastSeq(context, request);
      const next = (seq: number) =>
        shownTexts(context, request).where('seq', '>', seq).orderBy('seq').limit(200).execute();
      const isAllowed = async () => (await findValidKeys(db, [keyId], context.clock())).has(keyId);
      reply.hijack();
      await streamRows(reply, { after, next, isAllowed, show: toText, signal: closing.signal });
    } catch (error) {
      if (!reply.sent) throw error;
      logFailure(request.log, error, 'streaming to a page');
    }
  };
  // A HEAD request would wait for the end of a stream that has none.
  app.get('/stream', { exposeHeadRoute: false }, (request, reply) =>
    limitStreams(request.caller!.account.id, () => stream(request, reply)),
  );
}

/**
 * Returns the texts that the handsets of an account show. A text belongs to the account that had
 * the number at the time of the text, even if another account has it now.
 */
const shownTexts = ({ db }: Context, { caller }: FastifyRequest) =>
  db
    .selectFrom('handset_text')
    .selectAll()
    .where('is_shown', '=', true)
    .where('account_id', '=', caller!.account.id);

const isMediaUrls = (urls: unknown): urls is readonly string[] =>
  Array.isArray(urls) &&
  urls.length <= limits.mediaPerMessage &&
  urls.every((url) => typeof url === 'string' && /^(https?|data):/.test(url)) &&
  findUnstorable(urls).length === 0;

const ownsNumber = async ({ db }: Context, accountId: string, number: string): Promise<boolean> =>
  (await db
    .selectFrom('number')
    .select('id')
    .where('account_id', '=', accountId)
    .where('number', '=', number)
    .executeTakeFirst()) !== undefined;

const lastSeq = async (context: Context, request: FastifyRequest): Promise<number> =>
  (await shownTexts(context, request).orderBy('seq', 'desc').limit(1).executeTakeFirst())?.seq ?? 0;

const toText = ({
  id,
  handset,
  direction,
  sender,
  recipient,
  text,
  media,
  at,
}: Selectable<HandsetTextTable>) => ({
  id,
  handset,
  direction,
  from: sender,
  to: recipient,
  text,
  media: media ?? [],
  at: iso(at),
});
