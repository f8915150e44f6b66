import type { Updateable } from 'kysely';
import type { Context } from '../core/context.ts';
import type { Jobs } from '../store/jobs.ts';
import type { ReceivedMediaTable } from '../store/tables/messageTables.ts';
import { MediaRefusedError, type Download } from './download.ts';
import { sniffType } from './mediaTypes.ts';

/** The seconds from each failed attempt to the next. After the last one, the media has failed. */
const retryDelays = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400];

interface Options {
  readonly download: Download;
  readonly onError: (error: unknown, doing: string) => void;
}

/**
 * Fetches the media of one job with the credentials of its carrier, and stores it. If the process
 * dies before, the job runs again. Media that is already stored does not change.
 */
export async function fetchMedia(
  context: Context,
  { mediaId, attempt }: Jobs['media'],
  { download, onError }: Options,
): Promise<void> {
  const { db, carriers, enqueue } = context;
  const media = await db
    .selectFrom('received_media')
    .innerJoin('message', 'message.id', 'received_media.message_id')
    .select(['received_media.source', 'received_media.account_id', 'message.carrier'])
    .where('received_media.id', '=', mediaId)
    .where('received_media.status', '=', 'pending')
    .executeTakeFirst();
  if (!media) return;
  const saveResult = async (values: Updateable<ReceivedMediaTable>) => {
    await db
      .updateTable('received_media')
      .set({ source: null, ...values })
      .where('id', '=', mediaId)
      .where('status', '=', 'pending')
      .execute();
  };

  const fetched = await attemptOne(async () => {
    if (!URL.canParse(media.source!)) throw new MediaRefusedError('The URL is not valid');
    const url = new URL(media.source!);
    return download(url, carriers.named(media.carrier)?.mediaHeaders?.(url) ?? {});
  });
  if ('data' in fetched)
    return saveResult({ status: 'stored', ...fetched, size: fetched.data.length });

  onError(fetched.error, `fetching media from the carrier ${media.carrier}`);
  const startAfter = retryDelays[attempt - 1];
  if (fetched.error instanceof MediaRefusedError || startAfter === undefined)
    return saveResult({ status: 'failed', content_type: null });
  const data = { mediaId, attempt: attempt + 1 };
  const group = { id: media.account_id };
  await db.transaction().execute((trx) => enqueue(trx, 'media', [{ data, group, startAfter }]));
}

type Fetched =
  { readonly data: Buffer; readonly content_type: string } | { readonly error: unknown };

/** Only failures of the fetch itself count as attempts, and not those of the database. */
async function attemptOne(fetch: () => Promise<Buffer>): Promise<Fetched> {
  try {
    const data = await fetch();
    const type = sniffType(data);
    if (type === undefined)
      throw new MediaRefusedError('The service does not store files of this type');
    return { data, content_type: type };
  } catch (error) {
    return { error };
  }
}
