import { once } from 'node:events';
import { connect } from 'node:net';

const deleteAll = `
  for _, key in ipairs(redis.call('keys', ARGV[1] .. '*')) do redis.call('del', key) end
  return 'done'`;

/** Deletes all Redis keys with a prefix. */
export async function deleteKeys(url: URL, prefix: string): Promise<void> {
  const socket = connect(Number(url.port || 6379), url.hostname);
  try {
    await once(socket, 'connect');
    if (url.password) await ask('AUTH', decodeURIComponent(url.password));
    await ask('EVAL', deleteAll, '0', prefix);
  } catch (cause) {
    throw new Error(`Redis at ${url.host} does not respond. Start it, or set REDIS_URL.`, {
      cause,
    });
  } finally {
    socket.destroy();
  }

  async function ask(...words: string[]) {
    const parts = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`);
    socket.write(`*${words.length}\r\n${parts.join('')}`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    if (answer.toString().startsWith('-')) throw new Error(answer.toString());
  }
}
