import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';

export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** A new secret replaces both secrets, because the previous one is at least as old. */
export const replaceSecret = (secret: string | undefined) =>
  secret === undefined
    ? {}
    : {
        secret,
        previous_secret: sql<
          string | null
        >`case when webhook.secret = ${secret} then webhook.previous_secret end`,
      };
