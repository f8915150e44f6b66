import type { Carrier } from './carrier.ts';

/**
 * Replaces secrets in the message, the stack and the causes of an error. The copy keeps its class
 * and plain properties. It omits objects, such as a request, because they can contain secrets.
 */
export function redactError(error: unknown, secrets: readonly string[]): unknown {
  const clean = (text: string) =>
    secrets.reduce(
      (cleaned, secret) =>
        cleaned.replaceAll(secret, '…').replaceAll(encodeURIComponent(secret), '…'),
      text,
    );
  if (!(error instanceof Error)) return typeof error === 'string' ? clean(error) : error;
  const { name, code, message, stack, cause } = error as NodeJS.ErrnoException;
  const redacted = new Error(clean(message), {
    ...(cause !== undefined && { cause: redactError(cause, secrets) }),
  });
  for (const [key, value] of Object.entries(Object.assign({}, error, { name, code, stack })))
    if (typeof value === 'string') Object.assign(redacted, { [key]: clean(value) });
    else if (typeof value === 'boolean' || typeof value === 'number')
      Object.assign(redacted, { [key]: value });
  return Object.setPrototypeOf(redacted, Object.getPrototypeOf(error) as object) as unknown;
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
