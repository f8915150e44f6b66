import { createHash } from 'node:crypto';
import type { Bundle } from 'zapier-platform-core';
import type { Client } from '@textloom/shared/client';
import { readApiKey } from '../connection/authentication.ts';
import { SituationError } from '../connection/errors.ts';
import { readBaseUrl } from '../connection/transport.ts';

/** Identifies the account that a Zap was turned on with. Subscriptions of older versions lack it. */
export interface Origin {
  readonly account_id: string;
  /** The account is the same while this hash is, so no request is necessary. */
  readonly connection_hash: string;
}

export async function readOrigin(client: Client, bundle: Bundle): Promise<Origin> {
  const { id } = await client.account.get({});
  return { account_id: id, connection_hash: hashConnection(bundle) };
}

/**
 * Throws if the user has reconnected the Zap to another account. Otherwise, the next steps would store
 * the texts of one account in the other. A new key of the same account is all right.
 */
export async function requireSameAccount(
  client: Client,
  bundle: Bundle,
  origin: Partial<Origin> | undefined,
  error: () => SituationError,
): Promise<void> {
  const hash = origin?.connection_hash;
  if (hash === undefined || hash === hashConnection(bundle)) return;
  const { id } = await client.account.get({});
  if (id !== origin?.account_id) throw error();
}

export const eventOfOtherAccount = () =>
  new SituationError({
    message:
      'This Zap was turned on with another account and still gets the events of that account',
    remedy: 'Turn the Zap off and on to get the events of the connected account.',
    code: 'not_found',
    status: 404,
  });

export const webhookOfOtherAccount = () =>
  new SituationError({
    message: 'The webhook of this Zap belongs to another account, so it still exists',
    remedy: 'Delete it in the console of that account, under Webhooks.',
    code: 'not_found',
    status: 404,
  });

const hashConnection = (bundle: Bundle): string =>
  createHash('sha256')
    .update(`${readBaseUrl(bundle)}\n${readApiKey(bundle)}`)
    .digest('base64url');
