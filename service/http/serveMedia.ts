import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Context } from '../core/context.ts';
import { fail } from '../errors/serviceError.ts';
import { isSigned } from '../media/link.ts';
import { mediaTypes } from '../media/mediaTypes.ts';

interface Link {
  Params: { id: string };
  Querystring: { expires?: unknown; signature?: unknown };
}

/** How long a request waits for media that the service still fetches. */
const waitMs = 10_000;
const pollMs = 500;
const maxWaiting = 50;
const retryAfterSeconds = 10;
const chunkBytes = 256 * 1024;
const maxCacheSeconds = 86_400;

/** Serves received media at the links in messages. A link needs no key, because it is signed. */
export function serveMedia(app: FastifyInstance, { db, clock }: Context): void {
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  let waiting = 0;

  const find = (id: string) =>
    db
      .selectFrom('received_media')
      .select(['id', 'link_key', 'status', 'content_type', 'size'])
      .where('id', '=', id)
      .executeTakeFirst();

  /** Waits a while until the media is fetched. */
  const settled = async (id: string, isGone: () => boolean) => {
    const deadline = performance.now() + (waiting < maxWaiting ? waitMs : 0);
    waiting++;
    try {
      for (;;) {
        const media = await find(id);
        const isOver = performance.now() > deadline || closing.signal.aborted || isGone();
        if (media?.status !== 'pending' || isOver) return media;
        await sleep(pollMs, undefined, { signal: closing.signal }).catch(() => undefined);
      }
    } finally {
      waiting--;
    }
  };

  app.get<Link>('/media/:id', async (request, reply) => {
    const { id } = request.params;
    const { expires, signature } = request.query;
    const notFound = (detail = 'Nothing exists at this URL.') => fail('not_found', { detail });
    if (typeof expires !== 'string' || typeof signature !== 'string' || !/^med_\w+$/.test(id))
      return notFound();
    const signed = await find(id);
    if (!signed || !isSigned(signed, expires, signature)) return notFound();
    const secondsLeft = Number(expires) - clock().getTime() / 1000;
    if (secondsLeft <= 0) return fail('link_expired');
    const media = await settled(id, () => request.raw.socket.destroyed);
    if (media?.status === 'pending')
      return fail('unavailable', {
        detail: 'The service is still fetching this media from the carrier.',
        retryAfter: retryAfterSeconds,
      });
    if (media && media.status !== 'stored')
      return notFound('The service could not fetch this media from the carrier.');
    // The message can be deleted at any time.
    const first = media && (await readChunk(id, 0));
    if (!first) return notFound();
    const type = media.content_type!;
    const { extension, isShown } = mediaTypes.get(type)!;
    return reply
      .headers({
        'content-type': type,
        'content-length': media.size!,
        'content-disposition': `${isShown ? 'inline' : 'attachment'}; filename="${id}.${extension}"`,
        'cache-control': `private, max-age=${Math.min(Math.floor(secondsLeft), maxCacheSeconds)}, immutable`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'referrer-policy': 'no-referrer',
      })
      .send(Readable.from(readChunks(id, media.size!, first.chunk)));
  });

  /** Reads a file in parts, so that slow clients hold no whole files in memory. */
  async function* readChunks(id: string, size: number, first: Uint8Array): AsyncGenerator<Buffer> {
    yield Buffer.from(first);
    for (let at = chunkBytes; at < size; at += chunkBytes) {
      const next = await readChunk(id, at);
      if (!next) throw new Error('The media was deleted while it was read');
      yield Buffer.from(next.chunk);
    }
  }

  const readChunk = (id: string, at: number) =>
    db
      .selectFrom('received_media')
      .select(
        sql<Uint8Array>`substring(data from ${at + 1}::int for ${chunkBytes}::int)`.as('chunk'),
      )
      .where('id', '=', id)
      .executeTakeFirst();
}
