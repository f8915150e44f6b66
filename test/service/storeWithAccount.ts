import { readConfig } from '../../service/config/config.ts';
import { openStore, type Store } from '../../service/store/database.ts';
import type { OpenDatabase } from './database.ts';
import { openHarness } from './harness.ts';

export interface StoreWithAccount {
  readonly store: Store;
  readonly accountId: string;
  readonly close: () => Promise<void>;
}

/** Opens a separate database that has an account, without a service. */
export async function openStoreWithAccount(open: OpenDatabase): Promise<StoreWithAccount> {
  const database = await open();
  const harness = await openHarness(() =>
    Promise.resolve({ ...database, remove: () => Promise.resolve() }),
  );
  const { id: accountId } = harness.account();
  await harness.close();
  const store = await openStore(readConfig(database.environment), () => undefined);
  return {
    store,
    accountId,
    close: async () => {
      await store.boss.stop({ graceful: false });
      await store.close();
      await database.remove();
    },
  };
}
