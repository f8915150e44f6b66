import { setTimeout as sleep } from 'node:timers/promises';
import { getCACertificates } from 'node:tls';
import smpp, { type Pdu } from 'smpp';
import { UnsentError } from '../unsentError.ts';
import { status, statusName } from './status.ts';

// The library uses one alphabet for all texts, but the alphabet differs between carriers.
for (const command of ['submit_sm', 'deliver_sm'])
  delete smpp.commands[command]!.params.short_message!.filter;
delete smpp.tlvs.message_payload!.filter;

export { isMalformed } from './malformedPdus.ts';
export type { Pdu };
export type Fields = Readonly<Record<string, string | number | Buffer>>;

/** The server to bind to, and the credentials. */
export interface Login {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  /** Certificates in PEM format to trust in addition to those of the system. */
  readonly ca?: string | undefined;
  readonly systemId: string;
  readonly password: string;
  readonly systemType: string;
}

/** The session ended after a request was sent, so its result stays unknown. */
export class SessionLostError extends Error {
  override readonly name = 'SessionLostError';
}

/** The carrier refuses the bind. The `code` says why, such as ESME_RINVPASWD. */
class BindError extends Error {
  override readonly name = 'BindError';
  readonly code: string;
  constructor(code: string) {
    super(`The carrier refused the bind: ${code}`);
    this.code = code;
  }
}

/** One transceiver bind. It ends once, and you cannot use it afterwards. */
export interface Session {
  /**
   * Resolves with the response, whatever its status and however late. Rejects with an `UnsentError`
   * if nothing was sent, and with a `SessionLostError` once a response can no longer come.
   */
  readonly request: (command: string, fields: Fields) => Promise<Pdu>;
  /** Resolves when the session accepts no more requests. Until it ends, responses still arrive. */
  readonly closing: Promise<undefined>;
  /** Resolves when the session ends, with the reason. */
  readonly ended: Promise<Error | undefined>;
  /** Accepts no more requests, and ends once the outstanding responses have arrived. */
  readonly close: (reason?: Error) => void;
  /**
   * Has the carrier keep its further requests, and resolves once those before have their responses,
   * or after some time.
   */
  readonly respondToAll: () => Promise<void>;
  readonly end: (reason?: Error) => void;
}

/** Handles a request from the carrier, except for checks that the link is alive. */
export type OnRequest = (request: Pdu, respond: (status: number) => void) => void;

const connectMs = 15_000;
/** How long responses can arrive after the last request. Some carriers never close a connection. */
const closeMs = 2_000;
const checkMs = 10;

/** Connects and binds as a transceiver. Rejects if that fails or the signal aborts. */
export async function bind(
  login: Login,
  onRequest: OnRequest,
  signal: AbortSignal,
): Promise<Session> {
  const session = open(login, onRequest);
  const late = setTimeout(() => session.end(new Error('The carrier does not respond')), connectMs);
  const onAbort = () => session.end();
  signal.addEventListener('abort', onAbort);
  try {
    await session.opened;
    const { command_status: refusal } = await session.request('bind_transceiver', {
      system_id: login.systemId,
      password: login.password,
      system_type: login.systemType,
      interface_version: 0x34,
    });
    if (refusal !== 0) throw new BindError(statusName(refusal));
    return session;
  } catch (error) {
    session.end();
    throw error instanceof SessionLostError ? ((await session.ended) ?? error) : error;
  } finally {
    signal.removeEventListener('abort', onAbort);
    clearTimeout(late);
  }
}

function open({ host, port, tls, ca }: Login, onRequest: OnRequest) {
  const connection = smpp.connect({
    host,
    port,
    tls,
    ...(ca && { ca: [...getCACertificates('default'), ca] }),
    noDelay: true,
    servername: host,
  });
  const rejectors = new Set<(error: Error) => void>();
  const opened = Promise.withResolvers<undefined>();
  const closing = Promise.withResolvers<undefined>();
  const ended = Promise.withResolvers<Error | undefined>();
  let reason: Error | undefined;
  const end = (why?: Error) => {
    reason ??= why;
    closing.resolve(undefined);
    connection.socket.destroy();
  };
  let lastCall: NodeJS.Timeout | undefined;
  const close = (why?: Error) => {
    reason ??= why;
    closing.resolve(undefined);
    connection.socket.end();
    lastCall ??= setTimeout(end, closeMs).unref();
  };
  const unanswered = new Set<Pdu>();
  let isLeaving = false;
  /** The carrier delivers a text again that has no response, and people would get it twice. */
  const respondToAll = async () => {
    isLeaving = true;
    const deadline = performance.now() + closeMs;
    while (unanswered.size > 0 && performance.now() < deadline) await sleep(checkMs);
  };
  const receive = (request: Pdu) => {
    const respond = (command_status: number) => {
      unanswered.delete(request);
      connection.send(request.response({ command_status }));
    };
    if (isLeaving) {
      respond(status.temporary);
      return;
    }
    unanswered.add(request);
    onRequest(request, respond);
  };

  connection.on(tls ? 'secureConnect' : 'connect', () => opened.resolve(undefined));
  // The library cannot continue after data that is not SMPP.
  connection.on('error', end);
  connection.on('close', () => {
    closing.resolve(undefined);
    clearTimeout(lastCall);
    const lost = new SessionLostError('The link was lost');
    opened.reject(reason ?? lost);
    for (const reject of rejectors) reject(lost);
    rejectors.clear();
    ended.resolve(reason);
  });
  connection.on('pdu', (pdu: Pdu) => {
    if (pdu.isResponse()) return;
    if (pdu.command === 'enquire_link') connection.send(pdu.response());
    else if (pdu.command === 'unbind') {
      closing.resolve(undefined);
      void respondToAll().then(() => {
        connection.send(pdu.response());
        close();
      });
    } else if (pdu.command === 'unknown' || `${pdu.command}_resp` in smpp.commands) receive(pdu);
  });

  return {
    opened: opened.promise,
    closing: closing.promise,
    ended: ended.promise,
    close,
    respondToAll,
    end,
    request: (command: string, fields: Fields) =>
      new Promise<Pdu>((resolve, reject) => {
        rejectors.add(reject);
        const isSent = connection.send(new smpp.PDU(command, fields), (response) => {
          rejectors.delete(reject);
          resolve(response);
        });
        if (isSent) return;
        rejectors.delete(reject);
        close();
        reject(new UnsentError('The link is closed'));
      }),
  };
}
