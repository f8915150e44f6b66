import { describe, expect, it } from '@jest/globals';
import { paginate, readFilled, toRequest } from '@textloom/shared/client';
import { contract } from '@textloom/shared/contract';
import { createHost, hi, problem, sent, type Answer } from './createHost.ts';

describe('a call', () => {
  it('puts each input into its place in the request', () => {
    expect(
      toRequest(contract.contact.update, { id: '+1 202', first_name: 'Ada', email: undefined }),
    ).toMatchObject({
      method: 'PATCH',
      path: '/contacts/%2B1%20202',
      body: { first_name: 'Ada' },
    });
    expect(
      toRequest(contract.event.list, { type: ['message.sent', 'message.failed'], limit: 5 }).path,
    ).toBe('/events?type=message.sent&type=message.failed&limit=5');
    expect(toRequest(contract.message.cancel, { id: 'msg_1' })).not.toHaveProperty('body');
  });

  it('sends an idempotency key with a POST and with nothing else', async () => {
    const { client, requests } = createHost([{ body: sent }]);
    await client.message.send(hi);
    await client.message.send(hi, { idempotencyKey: 'mine' });
    await client.message.get({ id: 'msg_1' });
    expect(requests.map(({ headers }) => headers['idempotency-key'])).toEqual([
      'key-1',
      'mine',
      undefined,
    ]);
  });

  it('reports a response to an earlier call with the same key, but not to its own first attempt', async () => {
    const replayed: Answer = { body: sent, headers: { 'idempotent-replayed': 'true' } };
    const readReplays = async (...answers: Answer[]) => {
      let replays = 0;
      const { client } = createHost(answers);
      await client.message.send(hi, { idempotencyKey: 'mine', onReplay: () => replays++ });
      return replays;
    };
    expect(await readReplays({ body: sent })).toBe(0);
    expect(await readReplays(replayed)).toBe(1);
    expect(await readReplays(new Error('ECONNRESET'), replayed)).toBe(0);
    const running = problem('idempotency_in_progress');
    expect(await readReplays(running, replayed)).toBe(1);
    expect(await readReplays(new Error('ECONNRESET'), running, replayed)).toBe(0);
  });

  it('resolves with the body of the response, and with nothing for 204', async () => {
    const { client } = createHost([
      { status: 202, body: sent },
      { status: 204, body: '' },
    ]);
    expect(await client.message.send(hi)).toEqual(sent);
    await expect(client.contact.delete({ id: 'con_1' })).resolves.toBeUndefined();
  });
});

describe('paging', () => {
  it('walks every page and requests no more pages than are read', async () => {
    const page = (ids: string[], next: string | null): Answer => ({
      body: {
        data: ids.map((id) => ({ ...sent, id })),
        has_more: next !== null,
        next_cursor: next,
      },
    });
    const { client, requests } = createHost([
      page(['a', 'b'], 'c1'),
      page([], 'c2'),
      page(['c', 'd'], null),
    ]);
    const walk = async (last: string) => {
      const seen: string[] = [];
      requests.length = 0;
      for await (const { id } of paginate(client.message.list, { limit: 2 })) {
        seen.push(id);
        if (id === last) break;
      }
      return { seen, asked: requests.map(({ path }) => path) };
    };
    const paths = [
      '/messages?limit=2',
      '/messages?limit=2&cursor=c1',
      '/messages?limit=2&cursor=c2',
    ];
    expect(await walk('c')).toEqual({ seen: ['a', 'b', 'c'], asked: paths });
    expect(await walk('b')).toEqual({ seen: ['a', 'b'], asked: paths.slice(0, 1) });
    expect(await walk('none')).toEqual({ seen: ['a', 'b', 'c', 'd'], asked: paths });
  });

  it.each([
    ['the first page with results', 3, 4],
    ['an empty page with a cursor after ten', 99, 10],
  ])('reads %s of a search', async (_, empty, reads) => {
    let asked = 0;
    const list = ({ cursor = '0' }: { cursor?: string }) => {
      asked++;
      const data = Number(cursor) < empty ? [] : ['found'];
      return Promise.resolve({ data, next_cursor: String(Number(cursor) + 1) });
    };
    const page = await readFilled(list, {});
    expect(page).toEqual({ data: empty > 10 ? [] : ['found'], next_cursor: String(reads) });
    expect(asked).toBe(reads);
    expect(await readFilled(() => Promise.resolve({ data: [], next_cursor: null }), {})).toEqual({
      data: [],
      next_cursor: null,
    });
  });
});
