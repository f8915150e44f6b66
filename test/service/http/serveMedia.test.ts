import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Fastify from 'fastify';
import type { Context } from '../../../service/core/context.ts';
import { handleErrors } from '../../../service/http/handleErrors.ts';
import { serveMedia } from '../../../service/http/serveMedia.ts';
import { toMedia } from '../../../service/media/link.ts';
import { storeMedia } from '../../../service/media/storeMedia.ts';
import type { Db } from '../../../service/store/database.ts';
import { openTestContext } from '../harness/openTestContext.ts';
import { accountRow, messageRow } from '../harness/rows.ts';

describe('a link to media of a message that is deleted', () => {
  let context: Context;
  let close: () => Promise<void>;
  let path: string;
  beforeAll(async () => {
    ({ context, close } = await openTestContext());
    const account = accountRow();
    await context.db.insertInto('account').values(account).execute();
    const ends = { sender: '+12025550123', recipient: '+12025550100' };
    const message = messageRow({ account_id: account.id, direction: 'inbound', ...ends });
    await context.db.insertInto('message').values(message).execute();
    const url = `data:image/jpeg;base64,${Buffer.from('ffd8ffe000104a464946', 'hex').toString('base64')}`;
    const [media] = await context.db
      .transaction()
      .execute((trx) =>
        storeMedia(context, trx, { id: message.id, account_id: account.id }, [
          { url, contentType: 'image/jpeg' },
        ]),
      );
    const link = new URL(toMedia(context, media!).url, 'http://localhost');
    path = link.pathname + link.search;
  });
  afterAll(() => close());

  /** Returns a database whose rows are gone after some reads. */
  const goneAfter = (reads: number): Db =>
    new Proxy(context.db, {
      get: (db, key) =>
        key === 'selectFrom'
          ? (table: 'received_media') =>
              db.selectFrom(table).$if(reads-- <= 0, (query) => query.where('id', '=', ''))
          : (Reflect.get(db, key) as unknown),
    });
  const open = async (reads: number) => {
    const app = Fastify();
    handleErrors(app);
    serveMedia(app, { ...context, db: goneAfter(reads) });
    const response = await app.inject({ url: path });
    await app.close();
    return response;
  };

  it('works before', async () => {
    expect((await open(Infinity)).statusCode).toBe(200);
  });

  it.each([0, 1, 2])('opens nothing if it is deleted after %i reads', async (reads) => {
    const response = await open(reads);
    expect(response.statusCode).toBe(404);
    expect(response.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(response.json()).toMatchObject({
      ...{ code: 'not_found', detail: 'Nothing exists at this URL.' },
    });
  });
});
