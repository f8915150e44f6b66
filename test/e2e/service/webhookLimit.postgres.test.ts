import { describe, expect, it } from '@jest/globals';
import { limits } from '@textloom/shared/contract';
import { sql } from 'kysely';
import { webhook } from '../../../service/handlers/webhook.ts';
import { openPostgres } from '../../service/harness/database.ts';
import { provideRealService } from '../../service/model/provideRealService.ts';
import type { RealService } from '../../service/model/realService.ts';

describe('the limit of webhooks', () => {
  let service: RealService;
  provideRealService(openPostgres, (provided) => {
    service = provided;
  });

  const create = (name: string) =>
    service.request((call) =>
      webhook.create(call, { url: `http://127.0.0.1/${name}`, events: ['*'] }),
    );
  const count = async () => {
    const { rows } = await sql<{ readonly count: number }>`
      select count(*)::int as count from webhook
      where account_id = ${service.accountId}`.execute(service.context.db);
    return rows[0]!.count;
  };

  it('holds while requests create and delete webhooks at the same moment', async () => {
    const created = [];
    for (let at = 2; at < limits.webhooks; at++) created.push(await create(`old/${at}`));
    const deletions = created
      .slice(0, 2)
      .map(({ id }) => service.request((call) => webhook.delete(call, { id })));
    const creations = Array.from({ length: 9 }, (_, at) => create(`new/${at}`));
    const [outcomes] = await Promise.all([Promise.allSettled(creations), ...deletions]);
    const refused = outcomes.flatMap((one) =>
      one.status === 'rejected' ? [one.reason as object] : [],
    );
    for (const error of refused) expect(error).toMatchObject({ code: 'limit_reached' });
    expect(await count()).toBe(limits.webhooks - 4 + 9 - refused.length);
    expect(await count()).toBeLessThanOrEqual(limits.webhooks);
  });
});
