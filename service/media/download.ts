import { request as httpRequest, Agent as HttpAgent, type IncomingMessage } from 'node:http';
import { request as httpsRequest, Agent as HttpsAgent } from 'node:https';
import { limits } from '@textloom/shared/contract';
import {
  AddressRefusedError,
  guardedLookup,
  urlRefusal,
} from '../webhooks/delivery/addressGuard.ts';
import { createResolveHost, type ResolveHost } from '../webhooks/delivery/resolveHost.ts';

/** The media can never be fetched or served. Its messages never contain the URL. */
export class MediaRefusedError extends Error {
  override readonly name = 'MediaRefusedError';
}

export type Download = (url: URL, headers: Readonly<Record<string, string>>) => Promise<Buffer>;

/** The time for all requests together, including the body. */
const timeoutMs = 30_000;
const maxRedirects = 5;

/**
 * Fetches media under the same rules as webhooks: no private address, even behind a name or a
 * redirect. Only the first request has the headers, because they contain credentials. Rejects with
 * a `MediaRefusedError` if no later attempt can succeed.
 */
export function createDownload(
  allowPrivate: boolean,
  resolveHost: ResolveHost = createResolveHost(),
): { readonly download: Download; readonly close: () => void } {
  const agents = { 'http:': new HttpAgent(), 'https:': new HttpsAgent() };
  const lookup = guardedLookup(allowPrivate, resolveHost);

  const get = (
    url: URL,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const refusal = urlRefusal(url.href, allowPrivate);
      if (refusal) throw new MediaRefusedError(refusal);
      const isHttps = url.protocol === 'https:';
      const request = (isHttps ? httpsRequest : httpRequest)(
        url,
        { agent: agents[isHttps ? 'https:' : 'http:'], lookup, signal, headers },
        resolve,
      );
      request.on('error', reject);
      request.end();
    });

  const download: Download = async (url, headers) => {
    const signal = AbortSignal.timeout(timeoutMs);
    let [next, own] = [url, headers];
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const response = await get(next, own, signal);
      const { statusCode: status = 0, headers: received } = response;
      if (status === 200) return readBody(response);
      response.destroy();
      const isRedirect = [301, 302, 303, 307, 308].includes(status);
      if (!isRedirect || received.location === undefined)
        throw new Error(`The server of the media responded with ${status}`);
      if (!URL.canParse(received.location, next.href))
        throw new MediaRefusedError('The redirect of the media is not valid');
      next = new URL(received.location, next);
      own = {};
    }
    throw new MediaRefusedError('The media has too many redirects');
  };

  return {
    download: (url, headers) =>
      download(url, headers).catch((error: unknown) => {
        throw error instanceof AddressRefusedError ? new MediaRefusedError(error.message) : error;
      }),
    close: () => {
      agents['http:'].destroy();
      agents['https:'].destroy();
    },
  };
}

/** Reads a body up to the limit, whatever length it announces. */
async function readBody(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  const refuseIfTooLarge = (octets: number) => {
    if (octets <= limits.mediaBytes) return;
    response.destroy();
    throw new MediaRefusedError('The media is too large');
  };
  refuseIfTooLarge(Number(response.headers['content-length'] ?? 0));
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    refuseIfTooLarge((length += chunk.length));
  }
  return Buffer.concat(chunks);
}
