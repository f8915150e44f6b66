import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../store/database.ts';
import type { Carriers, Routes } from '../carriers.ts';
import type { Activity, CarrierActivity } from './activity.ts';

/** The state of one carrier in one process. */
export interface CarrierState extends CarrierActivity {
  readonly isOpen: boolean;
  /** The time of the next attempt, if the carrier fails. */
  readonly retryAt: string | null;
  readonly pending: number;
  /** Missing if an earlier version of the service wrote the state. */
  readonly routes?: Pick<Routes, 'prefixes' | 'senders'>;
  /** Missing if an earlier version of the service wrote the state. */
  readonly takesMedia?: boolean;
}

interface Sources {
  readonly db: Db;
  readonly carriers: Pick<Carriers, 'all' | 'getRoutes'>;
  readonly activity: Activity;
  readonly clock: () => Date;
}

/** A state that is older than a minute belongs to a process that is gone. */
const repeatMs = 20_000;
/** Rows of processes that are gone show the errors of the last day. */
const keepDays = 1;

/**
 * Returns functions that write the states of the carriers of this process. Nothing is written while
 * nothing changes, except for a keep-alive every 20 seconds.
 */
export function createStateWriter({ db, carriers, activity, clock }: Sources): {
  readonly write: () => Promise<void>;
  /** Marks the states as those of a process that has stopped. */
  readonly end: () => Promise<void>;
} {
  const process = randomUUID();
  let last = { json: '', at: -Infinity };
  const read = () =>
    carriers.all.map(({ name: carrier, takesMedia, circuit, pending }) => {
      const { isOpen, retryInMs } = circuit();
      const { prefixes, senders } = carriers.getRoutes(carrier) ?? {};
      const state: CarrierState = {
        ...activity.read(carrier),
        isOpen,
        retryAt: isOpen ? toRetryAt(clock(), retryInMs) : null,
        pending: pending().length,
        routes: { prefixes, senders },
        takesMedia,
      };
      return { process, carrier, state };
    });
  const store = async (rows: ReturnType<typeof read>, isRunning: boolean) => {
    await sql`
      with gone as (
        delete from carrier_state
        where at < now() - make_interval(days => ${keepDays}) and process <> ${process}
      )
      insert into carrier_state (process, carrier, state, is_running)
      select process, carrier, state, ${isRunning}
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as row(process text, carrier text, state jsonb)
      on conflict (process, carrier) do update
      set state = excluded.state, is_running = excluded.is_running, at = now()`.execute(db);
  };
  return {
    write: async () => {
      const rows = read();
      const json = JSON.stringify(rows);
      if (json === last.json && performance.now() - last.at < repeatMs) return;
      await store(rows, true);
      last = { json, at: performance.now() };
    },
    end: () => store(read(), false),
  };
}

/** In whole seconds, so that the state does not change at every look. */
const toRetryAt = (now: Date, retryInMs: number): string =>
  new Date(Math.ceil((now.getTime() + retryInMs) / 1000) * 1000).toISOString();
