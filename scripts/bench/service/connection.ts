import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

interface Reply {
  readonly status: number;
  readonly body: string;
}

export interface Connection {
  /** Sends a request. Wait for the response before you send the next request. */
  readonly request: (
    method: string,
    path: string,
    headers: readonly string[],
    body?: string,
  ) => Promise<Reply>;
  readonly post: (path: string, headers: readonly string[], body: string) => Promise<Reply>;
  readonly close: () => void;
}

/**
 * Opens a minimal HTTP connection with keep-alive, so that the benchmark itself uses little of the
 * machine. Responses must have a content length.
 */
export async function openConnection(url: string): Promise<Connection> {
  const { hostname, port, host } = new URL(url);
  const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  let onReply: ((reply: Reply) => void) | undefined;
  let onFailure: ((error: Error) => void) | undefined;
  let text = '';
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    text += chunk;
    const head = text.indexOf('\r\n\r\n');
    if (head < 0) return;
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, head))?.[1] ?? 0);
    if (text.length < head + 4 + length) return;
    const reply = {
      status: Number(text.slice(9, 12)),
      body: text.slice(head + 4, head + 4 + length),
    };
    text = text.slice(head + 4 + length);
    onReply?.(reply);
  });
  const closed = () => new Error('The connection was closed');
  const fail = () => onFailure?.(closed());
  socket.on('error', fail);
  socket.on('close', fail);
  const request: Connection['request'] = (method, path, headers, body = '') =>
    new Promise((resolve, reject) => {
      if (!socket.writable) throw closed();
      onReply = resolve;
      onFailure = reject;
      socket.write(
        `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${headers.join('\r\n')}\r\n` +
          `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
    });
  return {
    request,
    post: (path, headers, body) => request('POST', path, headers, body),
    close: () => socket.destroy(),
  };
}
