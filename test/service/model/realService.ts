import { sql } from 'kysely';
import type { Carrier } from '../../../service/carriers/carrier.ts';
import { createCarriers } from '../../../service/carriers/carriers.ts';
import type { Context } from '../../../service/core/context.ts';
import { dispatch } from '../../../service/dispatch/dispatch.ts';
import { recoverStaleClaims } from '../../../service/dispatch/recoverStaleClaims.ts';
import { recordReceipts } from '../../../service/dispatch/receipts/receipts.ts';
import { sweep } from '../../../service/runtime/sweep.ts';
import { newId } from '../../../service/lib/ids.ts';
import type { MessageRow } from '../../../service/messages/toMessage.ts';
import { receive } from '../../../service/messages/receive.ts';
import type { Call } from '../../../service/handlers/handlers.ts';
import { message } from '../../../service/handlers/message.ts';
import { ServiceError } from '../../../service/errors/serviceError.ts';
import { openQueues } from '../../../service/store/jobs.ts';
import type { ReceiptOutcome } from '../../../service/store/tables/messageTables.ts';
import type { Arrival } from '../../../service/messages/keywords/actOnKeyword.ts';
import type { Event, MessageEventData } from '@textloom/shared/contract';
import type { OpenDatabase } from '../harness/database.ts';
import { createTestContext } from '../harness/createTestContext.ts';
import { openTestStore } from '../harness/openTestStore.ts';
import {
  createCarrierSide,
  createLife,
  mortal,
  startProcessing,
  type CarrierSide,
  type Processing,
} from './processes.ts';
import type { Way } from './steps.ts';
import { accountRow, numberRow } from '../harness/rows.ts';

type Account = Call['account'];

/** A snapshot of everything stored about the messages of a run. */
export interface Snapshot {
  /** Maps IDs to messages. */
  readonly messages: ReadonlyMap<string, MessageRow>;
  /** Lists the events of each message, oldest first. */
  readonly events: ReadonlyMap<string, readonly (Event & { readonly data: MessageEventData })[]>;
}

interface NewText {
  readonly to: number;
  readonly parts: number;
  readonly ttl: number;
  readonly inSeconds: number;
}

/**
 * The service with an account and recipients that no other run has, and with time that the run
 * controls.
 */
export interface RealService {
  readonly context: Context;
  readonly carrierSide: CarrierSide;
  readonly accountId: string;
  /** The number of the account. */
  readonly number: string;
  readonly now: () => number;
  readonly toPhone: (recipient: number) => string;
  /** Runs work like a request does. */
  readonly request: <T>(handle: (call: Call) => Promise<T>) => Promise<T>;
  /** Returns the ID of the new message, or the code of the refusal. */
  readonly send: (text: NewText) => Promise<{ readonly id: string } | { readonly code: string }>;
  readonly process: (does: 'dispatch' | 'recover', way: Way) => Promise<Processing>;
  /** If `isCutOff` is set, the process is gone after it stores the receipts. */
  readonly bringReceipts: (
    receipts: readonly { readonly ref: string; readonly outcome: ReceiptOutcome }[],
    options: { readonly isCutOff: boolean },
  ) => Promise<void>;
  /** Returns whether the cancellation was in time. */
  readonly cancel: (id: string) => Promise<boolean>;
  /** Brings a text that arrived now, or at an earlier time. */
  readonly bringText: (from: number, text: string, arrival?: Partial<Arrival>) => Promise<void>;
  readonly sweep: () => Promise<void>;
  /** Lets time pass on the clocks of the service and the database. */
  readonly wait: (seconds: number) => Promise<void>;
  readonly observe: () => Promise<Snapshot>;
  /** Ends open work, and leaves nothing that a later run would reclaim. */
  readonly clear: () => Promise<void>;
}

export interface RealServices {
  readonly next: () => Promise<RealService>;
  readonly close: () => Promise<void>;
}

const start = Date.parse('2031-03-04T15:00:00Z');
const codes: Record<ReceiptOutcome, string> = {
  delivered: 'DELIVRD',
  undelivered: 'UNDELIV',
  expired: 'EXPIRED',
  rejected: 'REJECTD',
  discarded: 'DELETED',
  opted_out: '21610',
  unregistered: '30034',
  unroutable: '21612',
  unavailable: '30001',
  media_rejected: '30019',
};

const never = () => Promise.reject(new Error('Only a dispatch run asks the carrier'));
const carrier: Carrier = {
  name: 'scripted',
  takesMedia: false,
  circuit: () => ({ isOpen: false, retryInMs: 0 }),
  numbers: {
    search: () => {
      throw new Error('Only a customer searches for numbers');
    },
    find: never,
    has: () => false,
  },
  findRefusal: () => undefined,
  capacity: () => Infinity,
  serializesPerRecipient: false,
  pending: () => [],
  alternateIds: () => [],
  submit: never,
  find: never,
  start: never,
  stop: never,
};

/** Opens one database for many runs, without workers, so that only a run makes things happen. */
export async function openRealServices(open: OpenDatabase): Promise<RealServices> {
  const store = await openTestStore({ open });
  const enqueue = await openQueues(store.boss);
  let runs = 0;
  return {
    next: async () => {
      let ahead = 0;
      const clock = () => new Date(start + ahead);
      const context = createTestContext({
        db: store.db,
        searches: store.searches,
        enqueue,
        carriers: createCarriers([{ carrier }]),
        allowPrivateWebhooks: true,
        clock,
      });
      const account = await addAccount(context, ++runs);
      return realService(context, account, (seconds) => (ahead += seconds * 1000));
    },
    close: store.close,
  };
}

async function addAccount(
  { db, clock }: Context,
  run: number,
): Promise<{ account: Account; number: string }> {
  const account = await db
    .insertInto('account')
    .values(accountRow({ created_at: clock() }))
    .returningAll()
    .executeTakeFirstOrThrow();
  const number = `+1${2_065_550_000 + run}`;
  await db
    .insertInto('number')
    .values(numberRow({ account_id: account.id, number, is_default: true, created_at: clock() }))
    .execute();
  return { account, number };
}

const createText = (parts: number): string => 'x'.repeat(parts === 1 ? 20 : 153 * parts);
const toPhone = (recipient: number): string => `+1202555010${recipient}`;

function realService(
  context: Context,
  { account, number }: { account: Account; number: string },
  passTime: (seconds: number) => void,
): RealService {
  const { db, clock } = context;
  const carrierSide = createCarrierSide();
  const processings: Processing[] = [];

  const request = <T>(handle: (call: Call) => Promise<T>): Promise<T> =>
    db.transaction().execute((trx) =>
      handle({
        keyId: '',
        keyName: '',
        keyExpiresAt: null,
        scope: 'admin',
        account,
        context,
        trx,
        now: clock(),
        requestId: '',
        refused: new Map(),
        afterCommit: () => undefined,
        setAuditedResource: () => undefined,
        skipAudit: () => undefined,
        markUpdated: () => undefined,
      }),
    );

  return {
    context,
    request,
    carrierSide,
    accountId: account.id,
    number,
    now: () => clock().getTime(),
    toPhone,
    send: async ({ to, parts, ttl, inSeconds }) => {
      const send_at = new Date(clock().getTime() + inSeconds * 1000).toISOString();
      const input = {
        to: toPhone(to),
        text: createText(parts),
        ttl,
        ...(inSeconds && { send_at }),
      };
      const [sent] = await request((call) => message.send.batch(call, [input]));
      return sent instanceof ServiceError ? getCode(sent) : sent!;
    },
    process: async (does, way) => {
      const work = does === 'dispatch' ? dispatch : recoverStaleClaims;
      const process = await startProcessing(context, carrierSide, way, work);
      processings.push(process);
      return process;
    },
    bringReceipts: async (receipts, { isCutOff }) => {
      const life = createLife(isCutOff ? 1 : Infinity);
      const deliveries = receipts.map((receipt) => ({ ...receipt, code: codes[receipt.outcome] }));
      await recordReceipts(mortal(context, life), carrier, deliveries).catch((error: unknown) => {
        if (!life.isGone) throw error;
      });
    },
    cancel: async (id) => {
      const response = await request((call) => message.cancel(call, { id })).catch(getCode);
      if ('code' in response && response.code !== 'not_cancelable')
        throw new Error(`A cancel returned ${response.code}`);
      return !('code' in response);
    },
    bringText: async (from, text, { receivedAt = clock(), arrivedAt } = {}) => {
      await receive(context, carrier.name, {
        ...{ ref: newId('txt'), from: toPhone(from), to: number, text },
        receivedAt,
        ...(arrivedAt && { arrivedAt }),
      });
    },
    sweep: () => sweep(context),
    wait: async (seconds) => {
      passTime(seconds);
      await sql`
        update message set
          submitting_at = submitting_at - make_interval(secs => ${seconds}),
          not_before = not_before - make_interval(secs => ${seconds})
        where account_id = ${account.id} and status in ('scheduled', 'queued')
          and (submitting_at is not null or not_before is not null)`.execute(db);
    },
    observe: () => observe(db, account.id),
    clear: async () => {
      for (const process of processings) if (process.isHeld()) await process.end('process gone');
      await sql`
        update message set status = 'canceled', final_at = now(), submitting_at = null, claim = null
        where account_id = ${account.id} and final_at is null`.execute(db);
      // A sweep looks at the first 500 only, so those of many runs would hide those of the next.
      await sql`delete from receipt where not matched`.execute(db);
    },
  };
}

function getCode(error: unknown): { code: string } {
  if (error instanceof ServiceError) return { code: error.code };
  throw error;
}

async function observe(db: Context['db'], accountId: string): Promise<Snapshot> {
  const rows = await db
    .selectFrom('message')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('direction', '=', 'outbound')
    .orderBy('id')
    .execute();
  const events = await db
    .selectFrom('event')
    .select(['message_id', 'body'])
    .where('account_id', '=', accountId)
    .where('message_id', 'is not', null)
    .orderBy('id')
    .execute();
  return {
    messages: new Map(rows.map((row) => [row.id, row])),
    events: new Map(
      rows.map(({ id }) => [
        id,
        events
          .filter(({ message_id }) => message_id === id)
          .map(({ body }) => JSON.parse(body) as Event & { data: MessageEventData }),
      ]),
    ),
  };
}
