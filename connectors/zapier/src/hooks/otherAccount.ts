import { createHash } from 'node:crypto';
import type { Bundle, ZObject } from 'zapier-platform-core';
import { ApiError, type Client } from '@textloom/shared/client';
import { readApiKey } from '../connection/authentication.ts';
import { delayedEvent, SituationError } from '../connection/errors.ts';
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
  if (isSameConnection(bundle, origin)) return;
  const { id } = await client.account.get({});
  if (id !== origin?.account_id) throw error();
}

/** A key never changes its account, so this only limits what Zapier stores. */
const rememberedSeconds = 24 * 60 * 60;

/**
 * Throws if an event belongs to another account than the connected one. After the key changed, remembers
 * that the account is the same, so that not every event takes a request. If the service cannot say so
 * now, Zapier starts the Zap with the event later.
 */
export async function requireEventOfSameAccount(
  z: ZObject,
  client: Client,
  bundle: Bundle,
  origin: Partial<Origin> | undefined,
): Promise<void> {
  if (isSameConnection(bundle, origin)) return;
  const key = `account:${origin?.account_id}:${hashConnection(bundle)}`;
  if (await z.cache.get(key).catch(() => undefined)) return;
  await requireSameAccount(client, bundle, origin, eventOfOtherAccount).catch((error: unknown) => {
    throw error instanceof ApiError && isTemporary(error) ? delayedEvent(z, error) : error;
  });
  await z.cache.set(key, true, rememberedSeconds).catch(() => undefined);
}

const isTemporary = ({ retryable, status }: ApiError): boolean => retryable || status >= 500;

const eventOfOtherAccount = () =>
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

const isSameConnection = (bundle: Bundle, origin: Partial<Origin> | undefined): boolean =>
  origin?.connection_hash === undefined || origin.connection_hash === hashConnection(bundle);

const hashConnection = (bundle: Bundle): string =>
  createHash('sha256')
    .update(`${readBaseUrl(bundle)}\n${readApiKey(bundle)}`)
    .digest('base64url');
