import type { Context } from '../core/context.ts';
import { phoneKey } from '../phones/equivalentNumbers.ts';
import type { Db } from '../store/database.ts';

type Secrets = Pick<Context['secrets'], 'hash'>;

const mark = '~';

/**
 * Returns the text that stands for the number of an erased person in the opt-outs of an account. It
 * is the same for all spellings, and nobody can compute it without the key of the service.
 */
export const erasedPhone = (secrets: Secrets, accountId: string, phone: string): string =>
  mark + secrets.hash(`opt-out ${accountId}`, phoneKey(phone));

/** Returns whether any account has an opt-out of an erased person. Reads all opt-outs. */
export async function hasErased(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom('opt_out')
    .select('phone')
    .where('phone', 'like', `${mark}%`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

interface OptOut {
  readonly account_id: string;
  readonly phone: string;
  readonly number: string;
}

interface Recipient {
  readonly accountId: string;
  readonly phone: string;
}

/**
 * Finds the opt-outs of erased people among those of recipients. `keys` are the texts to look for,
 * and `reveal` replaces those that were found by the numbers of the recipients.
 */
export function findErased(
  secrets: Secrets,
  recipients: readonly Recipient[],
): {
  readonly keys: readonly string[];
  readonly reveal: <T extends OptOut>(optOuts: readonly T[]) => T[];
} {
  const byKey = Map.groupBy(recipients, ({ accountId, phone }) =>
    erasedPhone(secrets, accountId, phone),
  );
  return {
    keys: [...byKey.keys()],
    reveal: (optOuts) =>
      optOuts.flatMap((optOut) =>
        optOut.phone.startsWith(mark)
          ? (byKey.get(optOut.phone) ?? []).map(({ phone }) => ({ ...optOut, phone }))
          : [optOut],
      ),
  };
}
