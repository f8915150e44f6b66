import { text } from 'node:stream/consumers';
import { startServer } from '../../scripts/programs/startServer.ts';

export interface Answer {
  readonly status: number;
  /** A string is the body of a proxy, in HTML. */
  readonly body: object | string;
  readonly headers?: Record<string, string>;
}

/**
 * Starts a service that returns the given responses, or ends the connection without one, and
 * records its requests.
 */
export async function startFarSide(
  answer: (
    asked: string,
    body: unknown,
    headers: NodeJS.Dict<string | string[]>,
  ) => Answer | undefined | Promise<Answer>,
) {
  const asked: string[] = [];
  const { url, stop } = await startServer(async (request, response) => {
    const content = await text(request);
    const what = `${request.method} ${request.url}`;
    asked.push(what);
    const sent: unknown = content === '' ? undefined : JSON.parse(content);
    const answered = await answer(what, sent, request.headers);
    if (!answered) return void request.socket.destroy();
    const { status, body, headers } = answered;
    const isPage = typeof body === 'string';
    const type = isPage ? 'text/html' : 'application/json';
    response.writeHead(status, { 'content-type': type, ...headers });
    response.end(status === 204 ? undefined : isPage ? body : JSON.stringify(body));
  });
  return { asked, authData: { base_url: `${url}/v1`, api_key: 'tl_send_key' }, stop };
}
