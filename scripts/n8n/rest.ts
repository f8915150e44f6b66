type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type Api = <T>(method: Method, path: string, body?: unknown) => Promise<T>;

/** Creates a client for the REST API of the n8n editor, which authenticates with a cookie. */
export function restClient(url: string): Api {
  const cookies = new Map<string, string>();

  return async <T>(method: Method, path: string, body?: unknown): Promise<T> => {
    const request: RequestInit = {
      method,
      headers: {
        'content-type': 'application/json',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        // n8n activates a test webhook only for a caller that names its browser tab.
        'push-ref': 'textloom',
        // A busy n8n can close a connection that the next request is about to use.
        connection: 'close',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    const response = await fetch(new URL(path, url), request);
    for (const cookie of response.headers.getSetCookie()) storeCookies(cookies, cookie);

    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${reason(text)}`);
    return unwrap(parse(text)) as T;
  };
}

function storeCookies(cookies: Map<string, string>, header: string): void {
  const pair = header.split(';')[0] ?? '';
  const at = pair.indexOf('=');
  cookies.set(pair.slice(0, at), pair.slice(at + 1));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function unwrap(answer: unknown): unknown {
  return typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : answer;
}

function reason(text: string): string {
  const answer = parse(text);
  const hasMessage = typeof answer === 'object' && answer !== null && 'message' in answer;
  return hasMessage ? String(answer.message) : text.slice(0, 300);
}
