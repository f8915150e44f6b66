import type { Harness } from '../harness/harness.ts';
import { until } from '../harness/until.ts';

interface Row {
  readonly table: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The service moves counts between these tables at any time. */
const counts = ['tally', 'tally_change', 'broadcast_tally', 'broadcast_tally_change'];

/**
 * Returns the rows of an account, those of other tables that belong to them, and all other rows
 * that contain its secret.
 */
export async function readRows(
  harness: Pick<Harness, 'query'>,
  { accountId, secret }: { readonly accountId: string; readonly secret: string },
): Promise<string[]> {
  const rows = await readAll(harness);
  const own = rows.filter(({ values }) => values['account_id'] === accountId);
  const ids = new Set<unknown>(own.map(({ values }) => values['id'] ?? null));
  const isChild = ({ values }: Row) =>
    !('account_id' in values) &&
    Object.values(values).some((value) => value !== null && ids.has(value));
  const hasSecret = ({ values }: Row) => JSON.stringify(values).includes(secret);
  return rows
    .filter((row) => own.includes(row) || isChild(row) || hasSecret(row))
    .map(({ table, values }) => `${table} ${JSON.stringify({ ...values, last_used_at: null })}`)
    .sort();
}

async function readAll({ query }: Pick<Harness, 'query'>): Promise<Row[]> {
  const found = await query(`select tablename as name from pg_tables where schemaname = 'public'`);
  const tables = (found.rows as { name: string }[]).filter(({ name }) => !counts.includes(name));
  const rows: Row[] = [];
  for (const { name } of tables) {
    const { rows: some } = await query(`select to_jsonb(t) as values from "${name}" as t`);
    rows.push(...(some as { values: Row['values'] }[]).map((row) => ({ ...row, table: name })));
  }
  return rows;
}

/**
 * Waits until the service has sent everything that is due, and has erased who asked for it. It does
 * not wait for receipts from a silent handset.
 */
export const settled = ({ makeDue, query }: Harness, silent = ''): Promise<unknown> =>
  until(
    'the service has nothing to do',
    async () => {
      await makeDue('handset', 20);
      const { rows } = await query(`
        select 1 from pgboss.job
        where name = 'handset' and state <= 'active' and start_after < now() + interval '20 seconds'
        union all select 1 from pgboss.job, jsonb_array_elements(data -> 'deliveries') as due
        -- A delivery in progress has a job that would repeat it after 60 seconds.
        where name = 'deliver' and state <= 'active' and start_after < now() + interval '70 seconds'
          and not exists (select from delivery where delivery.id = due ->> 'deliveryId')
        union all select 1 from message
        where status = 'queued' or status = 'sent' and recipient <> '${silent}'
          or submitting_at is not null and final_at is null
        union all select 1 from erasure where status = 'running'
        limit 1`);
      return rows.length === 0;
    },
    60,
  );
