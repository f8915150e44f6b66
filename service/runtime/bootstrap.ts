import { addAccount, lockFirstAccount } from '../accounts/addAccount.ts';
import { recordAudit } from '../audit/recordAudit.ts';
import { simulated, type NumberOffer } from '../carriers/carrier.ts';
import type { OfferedNumber } from '../carriers/carriers.ts';
import { newId } from '../lib/ids.ts';
import { newKey, hashAndLast4 } from '../accounts/issueKey.ts';
import type { Db, Trx } from '../store/database.ts';

const firstNumber = '+12025550100';

type FirstNumber = Omit<OfferedNumber, 'carrier'> & Partial<Pick<OfferedNumber, 'carrier'>>;

interface BootstrapOptions {
  /**
   * An admin key of the first account. Without a key and an account, `bootstrap` generates a key.
   */
  readonly apiKey: string;
  /** Numbers without a carrier belong to the simulated carrier. */
  readonly numbers: {
    readonly find: (...asked: Parameters<NumberOffer['find']>) => Promise<FirstNumber | undefined>;
  };
  readonly now: Date;
}

/**
 * Creates the first account of an empty database with an admin key, and with a number to send from
 * if a carrier offers the simulated one. Returns the key if it is generated here, because it can be
 * shown only once.
 */
export async function bootstrap(
  db: Db,
  { apiKey, numbers, now }: BootstrapOptions,
): Promise<string | undefined> {
  const offered = await numbers.find(firstNumber, 'US');
  return db.transaction().execute(async (trx) => {
    // If several processes start on an empty database, only one creates the account.
    await lockFirstAccount(trx);
    const account = (
      await trx
        .selectFrom('account')
        .select('id')
        .where('is_operator', '=', true)
        .executeTakeFirst()
    )?.id;
    if (account !== undefined && !apiKey) return undefined;
    const key = apiKey || newKey('admin');
    await addKey(trx, account ?? (await addFirstAccount(trx, offered, now)), key, now);
    return apiKey ? undefined : key;
  });
}

async function addFirstAccount(
  trx: Trx,
  offered: FirstNumber | undefined,
  now: Date,
): Promise<string> {
  const account = { name: 'My account', country: 'US', timeZone: 'America/New_York' };
  const id = await addAccount(trx, account, now);
  if (!offered) return id;
  const { number, country, type, carrier = simulated } = offered;
  await trx
    .insertInto('number')
    .values({
      id: newId('num'),
      account_id: id,
      number,
      country,
      type,
      status: 'active',
      is_default: true,
      carrier,
      created_at: now,
    })
    .execute();
  return id;
}

/**
 * Adds the key if it is unknown. Existing keys remain valid until an operator revokes them, because
 * programs use them. A revoked or expired key stays so, even if API_KEY still contains it.
 */
async function addKey(trx: Trx, accountId: string, key: string, now: Date): Promise<void> {
  const added = await trx
    .insertInto('api_key')
    .values({
      id: newId('key'),
      account_id: accountId,
      name: 'First key',
      scope: 'admin',
      ...hashAndLast4(key),
      is_bootstrap: true,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) return;
  const operation = 'key.create';
  await recordAudit(trx, { accountId, operation, by: 'service', resourceId: added.id, now });
}
