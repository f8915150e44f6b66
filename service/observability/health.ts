import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { inTime } from '../lib/inTime.ts';
import type { Db, Store } from '../store/database.ts';
import { troubleOf, troubles, type DatabaseTrouble } from '../store/databaseTrouble.ts';

export interface Health {
  /** What keeps the database from its work, as a sentence; undefined where nothing does. */
  readonly checkDatabase: () => Promise<string | undefined>;
  /** What keeps the process from its work, as a sentence; undefined where nothing does. */
  readonly check: () => Promise<string | undefined>;
  /** Resolves with the reason once the process cannot recover. */
  readonly broken: Promise<string>;
  readonly stop: () => void;
}

interface Watched {
  readonly store: Pick<Store, 'db' | 'anew' | 'hasBeenFull'>;
  /** The parts of the process that make no progress. */
  readonly stuck: () => readonly string[];
  /** How often it is looked whether the process is broken. */
  readonly everyMs?: number;
}

/** The database answers within this time, or does not. */
const patienceMs = 3_000;
/** Who asks within this time is told the same: it is anyone, as often as they like. */
const freshMs = 1_000;
const watchEveryMs = 5_000;
/** As many looks in a row find a process that is broken; one alone may come after a pause of the machine. */
const mostLooks = 10;
/** More than the pages have room for that are there already. */
const paddingBytes = 512 * 1024;

/** Finds out whether the process does its work by doing some of it: it writes, as each request to send does. */
export function createHealth({ store, stuck, everyMs = watchEveryMs }: Watched): Health {
  const id = randomUUID();
  let last: { readonly at: number; readonly trouble: Promise<DatabaseTrouble | undefined> } = {
    at: -Infinity,
    trouble: Promise.resolve(undefined),
  };
  const write = async (): Promise<DatabaseTrouble | undefined> => {
    try {
      // A row alone finds room on a page that is there, also on a disk that has none for another page.
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
      // No start mends a disk that is full, nor a database that is away or takes no changes from anyone.
      const wouldStartHelp =
        reason !== undefined && trouble !== 'full' && (await answersAnew(store, id, trouble));
      looks = wouldStartHelp ? looks + 1 : 0;
      if (looks >= mostLooks)
        resolve(
          `Textloom cannot go on: ${reason} A new connection to the database works. ` +
            'The process ends, so that its service manager starts it again.',
        );
    };
    timer = setInterval(() => void look(), everyMs);
    timer.unref();
  });
  return { checkDatabase, check, broken, stop: () => clearInterval(timer) };
}

/** Whether another process would get further: the embedded database answers no one else. */
async function answersAnew(
  { anew }: Watched['store'],
  id: string,
  trouble: DatabaseTrouble | undefined,
): Promise<boolean> {
  if (!anew) return trouble !== 'readOnly';
  try {
    await inTime(
      patienceMs,
      anew((db) => writeHeartbeat(db, `${id}, anew`, false)),
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
