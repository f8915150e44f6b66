import { ApiError } from './error.ts';

/** Matches the words of Node.js for an open connection that broke. EPROTO reports a failed TLS handshake. */
const sentPattern = /HPE_|Parse Error|\b(?:read|write) E(?!PROTO)/;
/** Matches the words of Node.js for a connection that was never opened. */
const unsentPattern =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|CONNECT_TIMEOUT|CERT_|_CERT|certificate|ERR_INVALID_URL|Invalid URL|bad port/i;
/** A header holds the credentials of the host, and the client checks the other headers. */
const badHeaderPattern =
  /ERR_INVALID_CHAR|legal HTTP header|invalid (character in )?header(?! value char)|ByteString/i;

/** Returns the error of a request without a response. `changes` means that the request may change something. */
export function errorOfTransport(cause: unknown, changes: boolean): ApiError {
  const words = collectWords(cause);
  if (sentPattern.test(words)) return noResponse(cause, changes);
  if (badHeaderPattern.test(words))
    // The cause is absent, because it contains the API key.
    return new ApiError({
      message: 'The API key contains an invalid character',
      code: 'unauthenticated',
      status: 0,
      remedy: 'Copy the API key again, without line breaks.',
    });
  if (words.includes('wrong version number'))
    // The words of OpenSSL in the cause would say less.
    return new ApiError({
      message: 'The base URL begins with https, but the server at this port does not use TLS',
      code: 'network_error',
      status: 0,
      remedy: 'Write http:// in the base URL, or use the port with TLS.',
    });
  if (unsentPattern.test(words))
    return new ApiError({
      message: 'The service could not be reached',
      code: 'network_error',
      status: 0,
      remedy: 'Check the base URL, and that the service is running.',
      retryable: true,
      cause,
    });
  return noResponse(cause, changes);
}

const noResponse = (cause: unknown, changes: boolean): ApiError =>
  new ApiError({
    message: 'The service did not respond',
    code: 'no_response',
    status: 0,
    remedy: 'Try again later. If the error persists, check that the service is running.',
    retryable: true,
    mayHaveRun: changes,
    cause,
  });

/** Some hosts add the URL to the message. The name of a host can look like the reason. */
const urlPattern = /\bhttps?:\/\/\S+/gi;

/** Collects the codes and messages of an error and its causes. Some hosts wrap the error of Node.js. */
function collectWords(error: unknown, depth = 0): string {
  if (typeof error === 'string') return error.replace(urlPattern, '');
  if (typeof error !== 'object' || error === null || depth > 4) return '';
  const { code, message, messages, description, httpCode, cause, errors } = error as Partial<
    Record<string, unknown>
  >;
  return [code, message, httpCode, description, cause, messages, errors]
    .flat()
    .map((part) => collectWords(part, depth + 1))
    .join(' ');
}
