import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { inTime } from '../lib/inTime.ts';
import type { Db, Store } from '../store/database.ts';
import { troubleOf, troubles, type DatabaseTrouble } from '../store/databaseTrouble.ts';

export interface Health {
  /** Resolves with a sentence about the problem of the database, or with undefined if it works. */
  readonly checkDatabase: () => Promise<string | undefined>;
  /** Resolves with a sentence about the problem of the process, or with undefined if it works. */
  readonly check: () => Promise<string | undefined>;
  /** Resolves with the reason once the process cannot recover. */
  readonly broken: Promise<string>;
  readonly stop: () => void;
}

interface Watched {
  readonly store: Pick<Store, 'db' | 'onNewConnection' | 'hasBeenFull'>;
  /** The parts of the process that make no progress. */
  readonly stuck: () => readonly string[];
  /** How often to check whether the process is broken. */
  readonly everyMs?: number;
}

/** The database must respond within this time. */
const patienceMs = 3_000;
/** The result is cached for this time, because anyone can check as often as they like. */
const freshMs = 1_000;
const watchEveryMs = 5_000;
/** This many failed checks in a row show a broken process. A single one can follow a pause of the machine. */
const mostLooks = 10;
/** More than fits into the existing pages. */
const paddingBytes = 512 * 1024;

/** Checks whether the process works by writing to the database, as each request to send does. */
export function createHealth({ store, stuck, everyMs = watchEveryMs }: Watched): Health {
  const id = randomUUID();
  let last: { readonly at: number; readonly trouble: Promise<DatabaseTrouble | undefined> } = {
    at: -Infinity,
    trouble: Promise.resolve(undefined),
  };
  const write = async (): Promise<DatabaseTrouble | undefined> => {
    try {
      // A small row fits into an existing page, even if the disk has no space for another page.
      const isLarge = store.hasBeenFull.read();
      await inTime(patienceMs, writeHeartbeat(store.db, id, isLarge));
      if (isLarge) store.hasBeenFull.clear();
      return undefined;
    } catch (error) {
      return troubleOf(error) ?? 'away';
    }
  };
  const askDatabase = () => {
    if (performance.now() - last.at > freshMs) last = { at: performance.now(), trouble: write() };
    return last.trouble;
  };
  const checkDatabase = async () => {
    const trouble = await askDatabase();
    return trouble && troubles[trouble].detail;
  };
  const check = async () => {
    const database = await checkDatabase();
    const parts = stuck();
    return (
      database ?? (parts.length === 0 ? undefined : `There is no progress: ${parts.join(', ')}.`)
    );
  };

  let looks = 0;
  let timer: NodeJS.Timeout | undefined;
  const broken = new Promise<string>((resolve) => {
    const look = async () => {
      const trouble = await askDatabase();
      const reason = await check();
      // A restart does not help if the disk is full, or if the database is away or read-only for everyone.
      const wouldStartHelp =
        reason !== undefined &&
        trouble !== 'full' &&
        (await acceptsNewConnections(store, id, trouble));
      looks = wouldStartHelp ? looks + 1 : 0;
      if (looks >= mostLooks)
        resolve(
          `Textloom cannot continue: ${reason} A new connection to the database works. ` +
            'The process ends so that its service manager can restart it.',
        );
    };
    timer = setInterval(() => void look(), everyMs);
    timer.unref();
  });
  return { checkDatabase, check, broken, stop: () => clearInterval(timer) };
}

/** Returns whether a new process would work. Nothing else can connect to the embedded database. */
async function acceptsNewConnections(
  { onNewConnection }: Watched['store'],
  id: string,
  trouble: DatabaseTrouble | undefined,
): Promise<boolean> {
  if (!onNewConnection) return trouble !== 'readOnly';
  try {
    await inTime(
      patienceMs,
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
