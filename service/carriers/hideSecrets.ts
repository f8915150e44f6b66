import type { Carrier } from './carrier.ts';

/**
 * Replaces secrets in the message, the stack and the causes of an error. The copy loses the class
 * of the error. Handsets have no secrets, so dispatch recognizes the errors of their database.
 */
export function redactError(error: unknown, secrets: readonly string[]): unknown {
  if (secrets.length === 0) return error;
  const clean = (text: string) =>
    secrets.reduce(
      (cleaned, secret) =>
        cleaned.replaceAll(secret, '…').replaceAll(encodeURIComponent(secret), '…'),
      text,
    );
  if (!(error instanceof Error)) return typeof error === 'string' ? clean(error) : error;
  const { name, code, stack, cause } = error as NodeJS.ErrnoException;
  const redacted = new Error(clean(error.message), {
    ...(cause !== undefined && { cause: redactError(cause, secrets) }),
  });
  return Object.assign(redacted, { name, code, stack: stack && clean(stack) });
}

/** Redacts every error that leaves a carrier. */
export function hideSecrets(carrier: Carrier, secrets: readonly string[]): Carrier {
  const redacted =
    <A extends unknown[], T>(work: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      try {
        return await work(...args);
      } catch (error) {
        throw redactError(error, secrets);
      }
    };
  return {
    ...carrier,
    submit: redacted(carrier.submit),
    find: redacted(carrier.find),
    start: redacted(carrier.start),
    stop: redacted(carrier.stop),
  };
}
