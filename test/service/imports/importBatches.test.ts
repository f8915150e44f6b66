import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { contract } from '@textloom/shared/contract';
import type { FastifyRequest } from 'fastify';
import type { KyselyPlugin } from 'kysely';
import type { Call } from '../../../service/handlers/handlers.ts';
import { createRunner } from '../../../service/http/operation/createRunner.ts';
import { encryptWithKey } from '../../../service/secrets/encryptWithKey.ts';
import { fail } from '../../../service/errors/serviceError.ts';
import { newId } from '../../../service/lib/ids.ts';
import { splitIntoBatches } from '../../../service/imports/importContacts.ts';
import { openTestContext } from '../harness/openTestContext.ts';

describe('an import in batches', () => {
  let opened: Awaited<ReturnType<typeof openTestContext>>;
  let accountId: string;
  beforeAll(async () => {
    opened = await openTestContext({ accounts: 1 });
    accountId = opened.accountIds[0]!;
  });
  afterAll(() => opened.close());

  const readAccount = () =>
    opened.context.db
      .selectFrom('account')
      .selectAll()
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
  const run = async <T>(batch: (call: Call) => Promise<T>, plugins: KyselyPlugin[] = []) => {
    const { context } = opened;
    const account = await readAccount();
    return context.db.transaction().execute((trx) =>
      batch({
        keyId: '',
        keyName: '',
        keyExpiresAt: null,
        scope: 'send',
        account,
        context,
        trx: plugins.reduce((all, plugin) => all.withPlugin(plugin), trx),
        now: context.clock(),
        requestId: '',
        refused: new Map(),
        afterCommit: () => undefined,
        setAuditedResource: () => undefined,
        skipAudit: () => undefined,
        markUpdated: () => undefined,
      }),
    );
  };

  it('reports the stored rows if its list is deleted meanwhile or the service fails', async () => {
    const { context } = opened;
    const list_id = newId('lst');
    await context.db
      .insertInto('list')
      .values({
        id: list_id,
        account_id: accountId,
        name: 'Gone',
        created_at: new Date(),
        updated_at: new Date(),
      })
      .execute();
    const rows = Array.from({ length: 60 }, (_, at) => `+1412${2_000_000 + at}`);
    const [first, second] = await splitIntoBatches({ csv: ['phone', ...rows].join('\n'), list_id });
    expect(await run(first!)).toMatchObject({ created: 50, updated: 0, refused: [] });
    await context.db.deleteFrom('list').where('id', '=', list_id).execute();
    await expect(run(second!)).rejects.toMatchObject({
      fieldErrors: [
        {
          pointer: '/list_id',
          detail: expect.stringContaining('The rows before line 52 are stored'),
        },
      ],
    });

    const [, broken] = await splitIntoBatches({ csv: ['phone', ...rows].join('\n') });
    const bug = new Error('bug');
    const unit = new Proxy({} as Call, {
      get: () => {
        throw bug;
      },
    });
    await expect(broken!(unit)).rejects.toMatchObject({
      code: 'internal_error',
      message: expect.stringContaining('The rows before line 52 are stored. You can import'),
      cause: bug,
    });
    const again = await splitIntoBatches({ csv: ['phone', ...rows].join('\n') });
    expect([await run(again[0]!), await run(again[1]!)]).toMatchObject([
      { created: 0, updated: 50, refused: [] },
      { created: 10, updated: 0, refused: [] },
    ]);
  });

  it('takes as many statements for many numbers that people opted out of as for a few', async () => {
    const count = async (from: number, amount: number) => {
      let statements = 0;
      const plugin: KyselyPlugin = {
        transformQuery: ({ node }) => ((statements += 1), node),
        transformResult: ({ result }) => Promise.resolve(result),
      };
      const rows = Array.from({ length: 3 }, (_, row) => {
        const numbers = Array.from(
          { length: amount },
          (_, at) => `+1202555${from + row * 100 + at}`,
        );
        return `+1413${2_000_000 + from + row},${numbers.join(' ')}`;
      });
      const csv = ['phone,opted_out_numbers', ...rows].join('\n');
      const [batch] = await splitIntoBatches({ csv });
      expect(await run(batch!, [plugin])).toMatchObject({ created: 3, refused: [] });
      return statements;
    };
    expect(await count(1000, 20)).toBe(await count(2000, 2));
  });

  it('says in the audit log that it failed after it stored rows, and nothing before', async () => {
    const { context } = opened;
    const account = await readAccount();
    const works = () => Promise.resolve(null);
    const breaks = () => fail('internal_error');
    const readOutcomes = async (batches: readonly (() => Promise<null>)[], id: string) => {
      const run = createRunner(
        { context, operation: contract.contact.import },
        { splitIntoBatches: () => Promise.resolve(batches), mergeResults: () => ({}) },
      );
      const routeOptions = { config: { operation: 'contact.import' } };
      const request = { id, ip: '', params: {}, headers: {}, routeOptions };
      await run({
        request: request as unknown as FastifyRequest,
        caller: {
          account,
          keyId: 'key_importer',
          keyName: '',
          keyExpiresAt: null,
          scope: 'send',
          cipher: encryptWithKey(''),
        },
        value: {},
      }).catch(() => undefined);
      const rows = await context.db
        .selectFrom('audit_log')
        .select('outcome')
        .where('request_id', '=', id)
        .orderBy('id')
        .execute();
      return rows.map(({ outcome }) => outcome).sort();
    };
    expect(await readOutcomes([breaks], 'req_refused')).toEqual([]);
    expect(await readOutcomes([works, breaks], 'req_broken')).toEqual(['failed', 'started']);
    expect(await readOutcomes([works, works], 'req_whole')).toEqual(['started', 'succeeded']);
  });
});
