import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

/*
 * Implements a message center that speaks SMPP 3.4 for tests. It reads and writes the octets
 * itself, so that it shares no fault with the library that the service uses, and it misbehaves on
 * request.
 */

export interface Submitted {
  readonly from: string;
  readonly to: string;
  readonly esmClass: number;
  readonly dataCoding: number;
  readonly octets: Buffer;
  readonly sourceTon: number;
  readonly validity: string;
  readonly registered: number;
  /** Maps tags to values. */
  readonly tlvs: ReadonlyMap<number, Buffer>;
  /** Counts from 1. */
  readonly count: number;
}

/** Decides what happens to a submit. */
export interface Plan {
  /** The status of the response: 0 accepts the message, and null sends no response. */
  readonly status?: number | null;
  readonly responseDelayMs?: number;
  /**
   * Breaks the link instead of sending a response: immediately, or only after data on its way is
   * accepted.
   */
  readonly drops?: 'reset' | 'end' | undefined;
  readonly receipts?: readonly PlannedReceipt[];
}
interface PlannedReceipt {
  /** Counts from the submit. */
  readonly afterMs: number;
  readonly stat: string;
}

interface Bound {
  readonly systemId: string;
  readonly password: string;
  readonly systemType: string;
}

export interface SmscOptions {
  readonly plan?: (submitted: Submitted) => Plan;
  /** Returns the status of the response to a bind. */
  readonly bindStatus?: (bound: Bound) => number;
  /** Spells the ID of the n-th accepted message in the response, and in a receipt. */
  readonly idInResponse?: (accepted: number) => string;
  readonly idInReceipt?: (accepted: number) => string;
  /** Returns whether receipts carry the reference of the submit. */
  readonly echoesReference?: () => boolean;
  readonly tls?: TlsOptions;
  readonly port?: number;
  /** Returns whether the center keeps reading but ignores what it reads. */
  readonly isStalled?: () => boolean;
  /** Whether the center never closes a connection. */
  readonly keepsOpen?: boolean;
}

export interface Deliver {
  readonly from: string;
  readonly to: string;
  readonly octets: Buffer;
  readonly dataCoding?: number;
  readonly esmClass?: number;
  readonly sourceTon?: number;
  readonly destinationTon?: number;
  readonly tlvs?: readonly (readonly [tag: number, value: Buffer])[];
}

export interface Smsc {
  readonly port: number;
  /** Lists all submits in order, with the status of each. */
  readonly submits: readonly (Submitted & { readonly status: number | null })[];
  readonly binds: readonly Bound[];
  /** Lists the status of each response to a delivery, with its text, in order. */
  readonly responses: readonly { readonly text: string; readonly status: number }[];
  readonly enquiries: () => number;
  readonly links: () => number;
  /** Delivers a PDU until it is accepted, and then resolves. */
  readonly deliver: (deliver: Deliver) => Promise<void>;
  /** Unbinds all links. */
  readonly unbind: () => void;
  /** Breaks all links. */
  readonly drop: () => void;
  readonly close: () => Promise<void>;
}

const command = {
  bind: 0x09,
  enquireLink: 0x15,
  submit: 0x04,
  deliver: 0x05,
  unbind: 0x06,
  response: 0x8000_0000,
};
export const tag = {
  receiptedMessageId: 0x001e,
  userMessageReference: 0x0204,
  sarReference: 0x020c,
  sarTotal: 0x020e,
  sarNumber: 0x020f,
  messagePayload: 0x0424,
  messageState: 0x0427,
};

interface Delivery extends Deliver {
  readonly done: () => void;
}

export async function openSmsc(options: SmscOptions = {}): Promise<Smsc> {
  const {
    plan = (): Plan => ({}),
    bindStatus = () => 0,
    idInResponse = (accepted) => String(accepted),
    idInReceipt = idInResponse,
    echoesReference = () => true,
  } = options;
  const submits: (Submitted & { status: number | null })[] = [];
  const binds: Bound[] = [];
  const responses: { text: string; status: number }[] = [];
  const sockets = new Set<Socket>();
  const bound = new Set<Socket>();
  const outstanding = new Map<Socket, Map<number, Delivery>>();
  const waiting: Delivery[] = [];
  let enquiries = 0;
  let accepted = 0;
  let sequence = 0;
  let turn = 0;
  let isClosed = false;

  const flush = () => {
    for (const gone of [...bound].filter(({ writable }) => !writable)) bound.delete(gone);
    while (bound.size > 0 && waiting.length > 0) {
      const links = [...bound];
      const socket = links[turn++ % links.length]!;
      const delivery = waiting.shift()!;
      outstanding.get(socket)!.set(++sequence, delivery);
      socket.write(pdu(command.deliver, 0, sequence, deliverBody(delivery)));
    }
  };
  const bring = (deliver: Deliver): Promise<void> =>
    new Promise((done) => {
      waiting.push({ ...deliver, done });
      flush();
    });

  const onSubmit = (socket: Socket, number: number, body: Buffer) => {
    const submitted = { ...readSubmit(body), count: submits.length + 1 };
    const { status = 0, responseDelayMs = 0, drops, receipts } = plan(submitted);
    submits.push({ ...submitted, status });
    const id = status === 0 ? ++accepted : 0;
    if (status === 0)
      for (const { afterMs, stat } of receipts ?? [{ afterMs: 1, stat: 'DELIVRD' }])
        later(afterMs, () => {
          const reference = submitted.tlvs.get(tag.userMessageReference);
          void bring(
            createReceipt(
              submitted,
              idInReceipt(id),
              stat,
              echoesReference() ? reference : undefined,
            ),
          );
        });
    if (drops === 'reset') socket.destroy();
    else if (drops === 'end') socket.end();
    else if (status !== null)
      later(responseDelayMs, () => {
        if (!socket.writable) return;
        const response = status === 0 ? cstring(idInResponse(id)) : Buffer.alloc(0);
        socket.write(pdu(command.submit | command.response, status, number, response));
      });
  };
  const later = (ms: number, work: () => void) => {
    if (ms === 0) work();
    else setTimeout(() => !isClosed && work(), ms).unref();
  };

  const onPdu = (socket: Socket, id: number, status: number, number: number, body: Buffer) => {
    if (options.isStalled?.()) return;
    switch (id) {
      case command.bind: {
        const [systemId, password, systemType] = cstrings(body, 3) as [string, string, string];
        const login = { systemId, password, systemType };
        binds.push(login);
        const refusal = bindStatus(login);
        socket.write(pdu(id | command.response, refusal, number, cstring('test-smsc')));
        if (refusal !== 0) return;
        bound.add(socket);
        outstanding.set(socket, new Map());
        flush();
        return;
      }
      case command.submit:
        onSubmit(socket, number, body);
        return;
      case (command.deliver | command.response) >>> 0: {
        const delivery = outstanding.get(socket)?.get(number);
        if (!delivery) return;
        outstanding.get(socket)!.delete(number);
        responses.push({ text: delivery.octets.toString('latin1'), status });
        if (status === 0) delivery.done();
        else
          later(50, () => {
            waiting.push(delivery);
            flush();
          });
        return;
      }
      case command.enquireLink:
        enquiries++;
        socket.write(pdu(id | command.response, 0, number));
        return;
      case command.unbind:
        socket.end(pdu(id | command.response, 0, number));
    }
  };

  const onSocket = (socket: Socket) => {
    let read: Buffer = Buffer.alloc(0);
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => {
      read = Buffer.concat([read, chunk]);
      while (read.length >= 4 && read.length >= read.readUInt32BE(0)) {
        const whole = read.subarray(0, read.readUInt32BE(0));
        read = read.subarray(whole.length);
        const header = [4, 8, 12].map((at) => whole.readUInt32BE(at)) as [number, number, number];
        onPdu(socket, ...header, whole.subarray(16));
      }
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      bound.delete(socket);
      // Deliveries without a response are sent again.
      waiting.push(...(outstanding.get(socket)?.values() ?? []));
      outstanding.delete(socket);
      flush();
    });
  };

  const server: Server = options.tls
    ? createTlsServer(options.tls, onSocket)
    : createServer({ allowHalfOpen: options.keepsOpen }, onSocket);
  server.on('tlsClientError', () => undefined);
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');

  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    submits,
    binds,
    responses,
    enquiries: () => enquiries,
    links: () => bound.size,
    deliver: bring,
    unbind: () => {
      for (const socket of bound) socket.write(pdu(command.unbind, 0, ++sequence));
      bound.clear();
    },
    drop,
    close: async () => {
      isClosed = true;
      server.close();
      drop();
      if (server.listening) await once(server, 'close');
    },
  };
}

/** Lists the message states of SMPP 3.4, 5.2.28. */
const states = [
  '',
  'ENROUTE',
  'DELIVRD',
  'EXPIRED',
  'DELETED',
  'UNDELIV',
  'ACCEPTD',
  'UNKNOWN',
  'REJECTD',
];

function createReceipt(
  { from, to, octets }: Submitted,
  id: string,
  stat: string,
  reference: Buffer | undefined,
): Deliver {
  const text = `id:${id} sub:001 dlvrd:001 submit date:2611211200 done date:2611211201 stat:${stat} err:000 text:`;
  return {
    from: to,
    to: from,
    esmClass: 0x04,
    octets: Buffer.concat([Buffer.from(text), octets.subarray(0, 20)]),
    tlvs: [
      [tag.receiptedMessageId, cstring(id)],
      [tag.messageState, Buffer.from([states.indexOf(stat)])],
      ...(reference ? [[tag.userMessageReference, reference] as const] : []),
    ],
  };
}

function readSubmit(body: Buffer): Omit<Submitted, 'count'> {
  let at = 0;
  const octet = () => body.readUInt8(at++);
  const text = () => {
    const end = body.indexOf(0, at);
    const found = body.toString('latin1', at, end);
    at = end + 1;
    return found;
  };
  text();
  const sourceTon = octet();
  octet();
  const from = text();
  octet();
  octet();
  const to = text();
  const esmClass = octet();
  octet();
  octet();
  text();
  const validity = text();
  const registered = octet();
  octet();
  const dataCoding = octet();
  octet();
  const length = octet();
  const octets = body.subarray(at, at + length);
  at += length;
  const tlvs = new Map<number, Buffer>();
  while (at + 4 <= body.length) {
    const size = body.readUInt16BE(at + 2);
    tlvs.set(body.readUInt16BE(at), body.subarray(at + 4, at + 4 + size));
    at += 4 + size;
  }
  return { from, to, esmClass, dataCoding, octets, sourceTon, validity, registered, tlvs };
}

function deliverBody({
  from,
  to,
  octets,
  dataCoding = 0,
  esmClass = 0,
  sourceTon = 1,
  destinationTon = 1,
  tlvs = [],
}: Deliver): Buffer {
  return Buffer.concat([
    cstring(''),
    Buffer.from([sourceTon, 1]),
    cstring(from),
    Buffer.from([destinationTon, 1]),
    cstring(to),
    Buffer.from([esmClass, 0, 0]),
    cstring(''),
    cstring(''),
    Buffer.from([0, 0, dataCoding, 0, octets.length]),
    octets,
    ...tlvs.map(([id, value]) => {
      const head = Buffer.alloc(4);
      head.writeUInt16BE(id, 0);
      head.writeUInt16BE(value.length, 2);
      return Buffer.concat([head, value]);
    }),
  ]);
}

function pdu(id: number, status: number, number: number, body: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(16);
  for (const [index, value] of [16 + body.length, id >>> 0, status, number].entries())
    head.writeUInt32BE(value, index * 4);
  return Buffer.concat([head, body]);
}

const cstring = (text: string): Buffer => Buffer.from(`${text}\0`, 'latin1');

function cstrings(body: Buffer, count: number): string[] {
  return body.toString('latin1').split('\0').slice(0, count);
}
