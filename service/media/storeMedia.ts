import { randomBytes } from 'node:crypto';
import { limits } from '@textloom/shared/contract';
import type { Insertable } from 'kysely';
import type { Context } from '../core/context.ts';
import { newId } from '../lib/ids.ts';
import type { CallbackMedia } from '../store/callbackEvent.ts';
import type { Trx } from '../store/database.ts';
import type { ReceivedMediaTable } from '../store/tables/messageTables.ts';
import type { ShownMedia } from './link.ts';
import { claimedType, sniffType } from './mediaTypes.ts';

/** Stores the media of a new message, and queues what must be fetched from the provider. */
export async function storeMedia(
  { enqueue, clock }: Context,
  trx: Trx,
  { id: messageId, account_id }: { readonly id: string; readonly account_id: string },
  media: readonly CallbackMedia[],
): Promise<ShownMedia[]> {
  if (media.length === 0) return [];
  const rows = media.slice(0, limits.mediaPerMessage).map((one, at) => ({
    id: newId('med'),
    account_id,
    message_id: messageId,
    position: at + 1,
    link_key: randomBytes(32).toString('base64url'),
    created_at: clock(),
    ...(one.url.startsWith('data:') ? unpack(one.url) : toFetch(one)),
  }));
  await trx.insertInto('received_media').values(rows).execute();
  const pending = rows.filter(({ status }) => status === 'pending');
  await enqueue(
    trx,
    'media',
    pending.map(({ id }) => ({ data: { mediaId: id, attempt: 1 }, group: { id: account_id } })),
  );
  return rows;
}

type Content = Required<
  Pick<Insertable<ReceivedMediaTable>, 'status' | 'source' | 'content_type' | 'size' | 'data'>
>;

const toFetch = ({ url, contentType }: CallbackMedia): Content => ({
  status: 'pending',
  source: url,
  content_type: claimedType(contentType),
  size: null,
  data: null,
});

/** Reads a `data:` URL. */
function unpack(url: string): Content {
  const data = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  const type = sniffType(data);
  const isServed = type !== undefined && data.length <= limits.mediaBytes;
  return isServed
    ? { status: 'stored', source: null, content_type: type, size: data.length, data }
    : { status: 'failed', source: null, content_type: null, size: null, data: null };
}
