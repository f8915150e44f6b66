import type { MessageError, MessageStatus } from '@textloom/shared/contract';
import { joinReasons } from '../../observability/log.ts';

/** An error of a carrier. It contains neither a phone number nor the text of a message. */
export interface Fault {
  /** The provider's code, if it sent one. */
  readonly code: string | null;
  readonly message: string;
}

export interface CountedFault extends Fault {
  readonly count: number;
  readonly lastAt: string;
}

/** What one carrier did lately, in this thread. */
export interface CarrierActivity {
  readonly sent: number;
  readonly delivered: number;
  readonly failed: number;
  /** When a genuine callback last arrived. */
  readonly calledAt: string | null;
  /** The latest last. */
  readonly faults: readonly CountedFault[];
}

interface SettledMessage {
  readonly carrier: string | null;
  readonly status: MessageStatus;
  readonly error: MessageError | null;
}

/** Remembers what the carriers of this thread did lately. Its size has a limit. */
export interface Activity {
  /** Counts messages whose status a carrier has just changed. */
  readonly countResults: (messages: readonly SettledMessage[]) => void;
  readonly fail: (carrier: string, fault: Fault) => void;
  readonly call: (carrier: string, at: Date) => void;
  readonly read: (carrier: string) => CarrierActivity;
}

type CountedStatus = 'sent' | 'delivered' | 'failed';
const outcomes: Readonly<Partial<Record<MessageStatus, CountedStatus>>> = {
  sent: 'sent',
  delivered: 'delivered',
  undelivered: 'failed',
  expired: 'failed',
  failed: 'failed',
};

const windowMinutes = 5;
/** The number of different errors to remember for each carrier. */
export const maxFaults = 10;

interface Memory {
  /** The counts of each minute. */
  readonly minutes: Map<number, Record<CountedStatus, number>>;
  /** In the order in which they last happened. */
  readonly faults: Map<string, CountedFault>;
  calledAt: Date | undefined;
}

export function createActivity(clock: () => Date): Activity {
  const memories = new Map<string, Memory>();
  const getMemory = (carrier: string): Memory => {
    const memory = memories.get(carrier) ?? {
      minutes: new Map(),
      faults: new Map(),
      calledAt: undefined,
    };
    memories.set(carrier, memory);
    return memory;
  };
  const minuteNow = () => Math.floor(clock().getTime() / 60_000);
  const count = (carrier: string, outcome: CountedStatus) => {
    const { minutes } = getMemory(carrier);
    const minute = minuteNow();
    const counts = minutes.get(minute) ?? { sent: 0, delivered: 0, failed: 0 };
    counts[outcome]++;
    minutes.set(minute, counts);
    dropOld(minutes, minute);
  };
  const fail = (carrier: string, { code, message }: Fault) => {
    const { faults } = getMemory(carrier);
    const key = `${code} ${message}`;
    const times = faults.get(key)?.count ?? 0;
    faults.delete(key);
    faults.set(key, { code, message, count: times + 1, lastAt: clock().toISOString() });
    const [oldest] = faults.keys();
    if (faults.size > maxFaults) faults.delete(oldest!);
  };
  return {
    countResults: (messages) => {
      for (const { carrier, status, error } of messages) {
        const outcome = outcomes[status];
        if (carrier === null || outcome === undefined) continue;
        count(carrier, outcome);
        if (error) fail(carrier, { code: safeCode(error.carrier_code), message: error.message });
      }
    },
    fail,
    call: (carrier, at) => {
      const memory = getMemory(carrier);
      if (!memory.calledAt || at > memory.calledAt) memory.calledAt = at;
    },
    read: (carrier) => {
      const { minutes, faults, calledAt } = getMemory(carrier);
      dropOld(minutes, minuteNow());
      const sum = (outcome: CountedStatus) =>
        [...minutes.values()].reduce((total, counts) => total + counts[outcome], 0);
      return {
        sent: sum('sent'),
        delivered: sum('delivered'),
        failed: sum('failed'),
        calledAt: calledAt?.toISOString() ?? null,
        faults: [...faults.values()],
      };
    },
  };
}

function dropOld(minutes: Memory['minutes'], now: number): void {
  for (const minute of minutes.keys()) if (minute <= now - windowMinutes) minutes.delete(minute);
}

const maxCodeLength = 60;

/** The digits of the shortest phone number. */
const minPhoneDigits = 8;

/** A status of SMPP has eight hexadecimal digits. */
const smppStatus = /^0x[\da-f]{8}$/;

/** A code comes from outside, so it could contain a phone number, written in any way. */
const safeCode = (code: string | null): string | null =>
  code === null || code.length > maxCodeLength || (hasPhone(code) && !smppStatus.test(code))
    ? null
    : code;

const hasPhone = (code: string): boolean => code.replace(/\D/g, '').length >= minPhoneDigits;

/** Describes the failure of a carrier without its quotes, which may contain anything. */
export function toFault(error: unknown): Fault {
  const { code } = (error ?? {}) as { code?: unknown };
  return {
    code: typeof code === 'string' ? safeCode(code) : null,
    message: joinReasons(error) ?? 'Something unexpected went wrong. The log has the details',
  };
}
