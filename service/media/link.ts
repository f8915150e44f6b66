import { createHmac } from 'node:crypto';
import { limits, type Message } from '@textloom/shared/contract';
import { sql, type Selectable } from 'kysely';
import type { Context } from '../core/context.ts';
import { isSameSecret } from '../secrets/isSameSecret.ts';
import type { ReceivedMediaTable } from '../store/tables/messageTables.ts';

/** The fields of media that a message shows. */
export type ShownMedia = Pick<
  Selectable<ReceivedMediaTable>,
  'id' | 'link_key' | 'content_type' | 'size'
>;

const hourSeconds = 3_600;

/** Returns media as the API shows it, with a link that needs no key and expires. */
export function toMedia(
  { origin, clock }: Pick<Context, 'origin' | 'clock'>,
  { id, link_key: key, content_type, size }: ShownMedia,
): Message['media'][number] {
  const until = clock().getTime() / 1000 + limits.mediaLinkDays * 24 * hourSeconds;
  // Within an hour, the same message has the same links.
  const expires = String(Math.ceil(until / hourSeconds) * hourSeconds);
  const url = `${origin()}/media/${id}?expires=${expires}&signature=${sign(key, id, expires)}`;
  return { url, content_type, size };
}

/** Selects the media of a received message as `received`. */
export const receivedMedia = sql<ShownMedia[]>`(
  select coalesce(
    json_agg(
      json_build_object(
        'id', id, 'link_key', link_key, 'content_type', content_type, 'size', size
      ) order by position
    ),
    '[]'
  )
  from received_media where message_id = message.id
)`.as('received');

/** Signs one link. Each file has its own key, so that no process needs to share one. */
const sign = (key: string, id: string, expires: string): string =>
  createHmac('sha256', key).update(`${id}.${expires}`).digest('base64url');

/** Returns whether a link has the signature of this service. */
export function isSigned(
  { id, link_key: key }: Pick<ShownMedia, 'id' | 'link_key'>,
  expires: string,
  signature: string,
): boolean {
  return isSameSecret(signature, sign(key, id, expires));
}
