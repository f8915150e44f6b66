import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { inTime } from '../concurrency/inTime.ts';
import type { Db, Store } from '../store/database.ts';
import {
  classifyFailure,
  databaseFailures,
  type DatabaseFailure,
} from '../store/databaseFailure.ts';

export interface Health {
  /** Resolves with a sentence about the problem of the database, or with undefined if it works. */
  readonly checkDatabase: () => Promise<string | undefined>;
  /** Resolves with a sentence about the problem of the process, or with undefined if it works. */
  readonly check: () => Promise<string | undefined>;
  /** Resolves with the reason once the process cannot recover. */
  readonly broken: Promise<string>;
  readonly stop: () => void;
}

interface HealthOptions {
  readonly store: Pick<Store, 'db' | 'onNewConnection' | 'diskFullFlag'>;
  /** The parts of the process that make no progress. */
  readonly stuck: () => readonly string[];
  /** How often to check whether the process is broken. */
  readonly everyMs?: number;
}

/** The database must respond within this time. */
const timeoutMs = 3_000;
/** The result is cached for this time, because anyone can check as often as they like. */
const cacheMs = 1_000;
const checkEveryMs = 5_000;
/**
 * This many failed checks in a row show a broken process. A single one can follow a pause of the
 * machine.
 */
const maxFailedChecks = 10;
/** More than fits into the existing pages. */
const paddingBytes = 512 * 1024;

/** Checks whether the process works by writing to the database, as each request to send does. */
export function createHealth({ store, stuck, everyMs = checkEveryMs }: HealthOptions): Health {
  const id = randomUUID();
  let last: { readonly at: number; readonly failure: Promise<DatabaseFailure | undefined> } = {
    at: -Infinity,
    failure: Promise.resolve(undefined),
  };
  const write = async (): Promise<DatabaseFailure | undefined> => {
    try {
      // A small row fits into an existing page, even if the disk has no space for another page.
      const isLarge = store.diskFullFlag.read();
      await inTime(timeoutMs, writeHeartbeat(store.db, id, isLarge));
      if (isLarge) store.diskFullFlag.clear();
      return undefined;
    } catch (error) {
      return classifyFailure(error) ?? 'unavailable';
    }
  };
  const probeDatabase = () => {
    if (performance.now() - last.at > cacheMs) last = { at: performance.now(), failure: write() };
    return last.failure;
  };
  const checkDatabase = async () => {
    const failure = await probeDatabase();
    return failure && databaseFailures[failure].detail;
  };
  const check = async () => {
    const database = await checkDatabase();
    const parts = stuck();
    return (
      database ?? (parts.length === 0 ? undefined : `There is no progress: ${parts.join(', ')}.`)
    );
  };

  let failedChecks = 0;
  let timer: NodeJS.Timeout | undefined;
  const broken = new Promise<string>((resolve) => {
    const checkProcess = async () => {
      const failure = await probeDatabase();
      const reason = await check();
      // A restart does not help if the disk is full, or if the database is away or read-only for
      // everyone.
      const wouldRestartHelp =
        reason !== undefined &&
        failure !== 'full' &&
        (await acceptsNewConnections(store, id, failure));
      failedChecks = wouldRestartHelp ? failedChecks + 1 : 0;
      if (failedChecks >= maxFailedChecks)
        resolve(
          `Textloom cannot continue: ${reason} A new connection to the database works. ` +
            'The process ends so that its service manager can restart it.',
        );
    };
    timer = setInterval(() => void checkProcess(), everyMs);
    timer.unref();
  });
  return { checkDatabase, check, broken, stop: () => clearInterval(timer) };
}

/** Returns whether a new process would work. Nothing else can connect to the embedded database. */
async function acceptsNewConnections(
  { onNewConnection }: HealthOptions['store'],
  id: string,
  failure: DatabaseFailure | undefined,
): Promise<boolean> {
  if (!onNewConnection) return failure !== 'readOnly';
  try {
    await inTime(
      timeoutMs,
      onNewConnection((db) => writeHeartbeat(db, `${id}, new connection`, false)),
    );
    return true;
  } catch {
    return false;
  }
}

async function writeHeartbeat(db: Db, process: string, isLarge: boolean): Promise<void> {
  const padding = isLarge ? randomBytes(paddingBytes).toString('base64') : null;
  await sql`
    with gone as (delete from heartbeat where at < now() - interval '1 day' and process <> ${process})
    insert into heartbeat (process, at, padding) values (${process}, now(), ${padding})
    on conflict (process) do update set at = excluded.at, padding = excluded.padding`.execute(db);
}
