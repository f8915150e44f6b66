import { text } from 'node:stream/consumers';
import { startServer } from '../../../scripts/programs/startServer.ts';

export interface Delivered {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly content: string;
}

/**
 * Replaces the parts of Zapier that the app uses: the addresses of hooks, the stores of cursors and
 * of values, and the log.
 */
export interface ZapierPlatform {
  readonly url: string;
  readonly delivered: readonly Delivered[];
  /** Returns everything that the app's runtime wrote to Zapier's log. */
  readonly log: () => string;
  /** Holds the caller of an event and the addresses that the runtime needs. */
  readonly context: Record<string, unknown>;
  readonly stop: () => Promise<void>;
}

export async function startZapierPlatform(): Promise<ZapierPlatform> {
  const delivered: Delivered[] = [];
  const cursors = new Map<string, string>();
  const kept = new Map<string, string>();
  let log = '';
  const { url, stop } = await startServer(async (request, response) => {
    const content = await text(request);
    response.setHeader('content-type', 'application/json');
    if (request.url === '/log') {
      log += content;
      response.end('{}');
    } else if (request.url === '/rpc') {
      const { id, storeKey, method, params } = JSON.parse(content) as {
        id: string;
        storeKey: string;
        method: string;
        params: string[];
      };
      const key = params[0]!;
      if (method === 'set_cursor') cursors.set(storeKey, key);
      const [, value, , , onlyIfNew] = params;
      const isSet = method === 'zcache_set' && !(onlyIfNew && kept.has(key));
      if (isSet) kept.set(key, value!);
      const stored = method === 'zcache_get' ? kept.get(key) : cursors.get(storeKey);
      const result = method === 'zcache_set' ? isSet : (stored ?? null);
      response.end(JSON.stringify({ id, result }));
    } else {
      const headers = request.headers as Record<string, string>;
      delivered.push({ path: request.url!, headers, content });
      response.end('{"status":"success"}');
    }
  });
  return {
    url,
    delivered,
    log: () => log,
    context: {
      token: 'zapier',
      rpc_base: `${url}/rpc`,
      storeKey: 'store',
      environment: { LOGGING_ENDPOINT: `${url}/log` },
      // With this flag, the runtime throws on a result that Zapier would refuse, instead of only
      // logging it.
      isDeveloper: true,
    },
    stop,
  };
}

/** Zapier adds a prefix to all headers, except for those of the content. */
export const asZapierHandsOn = ({ headers, content }: Delivered) => ({
  method: 'POST' as const,
  querystring: '',
  content,
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const camel = name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
      return [camel.startsWith('Content-') ? camel : `Http-${camel}`, value];
    }),
  ),
});
