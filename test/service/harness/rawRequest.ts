import { Agent, request } from 'node:http';
import type { ApiResponse } from './checkResponse.ts';

export interface RawRequest {
  readonly method: string;
  /** The path with its query, byte for byte. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

const agent = new Agent({ keepAlive: true });

/** Sends requests that no client would send. */
export const rawRequest = (baseUrl: string, raw: RawRequest): Promise<ApiResponse> =>
  new Promise((resolve, reject) => {
    const { method, path, headers, body } = raw;
    const { hostname, port } = new URL(baseUrl);
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const all = { ...length, ...headers };
    const sent = request({ hostname, port, agent, method, path, headers: all }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        resolve({
          status: response.statusCode!,
          headers: response.headers as Record<string, string | undefined>,
          body: parsed(Buffer.concat(chunks).toString()),
        });
      });
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // The server has just closed this idle connection.
      if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(rawRequest(baseUrl, raw));
      else reject(error);
    });
    sent.end(body);
  });

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}
