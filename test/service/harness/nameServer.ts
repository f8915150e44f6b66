import { createSocket } from 'node:dgram';
import { isIPv4 } from 'node:net';

export interface NameServer {
  /** The address for `Resolver.setServers`. */
  readonly address: string;
  /** Lists the requested names, with one entry per question. */
  readonly questions: string[];
  readonly close: () => Promise<void>;
}

export interface Zone {
  /** Names with this prefix get no response. */
  readonly silent?: string;
  /** The server fails to answer for names with this suffix. */
  readonly failing?: string;
  readonly addresses: Readonly<Record<string, readonly string[]>>;
  /** Sets how many seconds others may cache an answer. */
  readonly ttl?: number;
}

const typeA = 1;
const typeAaaa = 28;
const serverFailure = 2;
const noSuchName = 3;

/** Opens a DNS server on loopback that knows a few names and ignores others. */
export async function openNameServer(zone: Zone): Promise<NameServer> {
  const socket = createSocket('udp4');
  const questions: string[] = [];
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = readQuestion(query);
    questions.push(name);
    if (zone.silent !== undefined && name.startsWith(zone.silent)) return;
    const isFailing = zone.failing !== undefined && name.endsWith(zone.failing);
    const known = zone.addresses[name];
    const records = (known ?? [])
      .filter((ip) => type === (isIPv4(ip) ? typeA : typeAaaa))
      .map((ip) => record(type, toBytes(ip), zone.ttl ?? 60));
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8180 + (isFailing ? serverFailure : known ? 0 : noSuchName), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(records.length, 6);
    socket.send(Buffer.concat([header, query.subarray(12, end), ...records]), port, address);
  });
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    close: () => new Promise((done) => socket.close(() => done())),
  };
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  while (query[at]! > 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!));
    at += 1 + query[at]!;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** Builds a record for the name in the question. */
function record(type: number, data: Buffer, ttl: number): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(ttl, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function toBytes(ip: string): Buffer {
  if (isIPv4(ip)) return Buffer.from(ip.split('.').map(Number));
  const [left = '', right = ''] = ip.split('::');
  const words = (text: string) => (text ? text.split(':').map((word) => parseInt(word, 16)) : []);
  const [head, tail] = [words(left), words(right)];
  const middle = Array<number>(8 - head.length - tail.length).fill(0);
  const bytes = Buffer.alloc(16);
  [...head, ...middle, ...tail].forEach((word, at) => bytes.writeUInt16BE(word, at * 2));
  return bytes;
}
