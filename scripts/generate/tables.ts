import { readNames } from '../../service/cli/doctor/checkTables.ts';
import { openStore } from '../../service/store/database.ts';

/**
 * Generates the names that the doctor expects in a database. Creating a database for the comparison
 * would take seconds.
 */
export async function generateTables(): Promise<Record<string, string>> {
  const store = await openStore({ dataDir: 'memory://' }, (error) => {
    throw error;
  });
  const { tables, parts, queueVersion } = await readNames(store.db);
  await store.boss.stop({ graceful: false });
  await store.close();
  const names = {
    queueVersion,
    tables: [...tables].sort(),
    parts: Object.fromEntries([...parts].sort()),
  };
  return { 'service/cli/doctor/tables.generated.json': `${JSON.stringify(names, null, 2)}\n` };
}
