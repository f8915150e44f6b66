import { protocol, type PGlite } from '@electric-sql/pglite';
import { minute } from '../../times/durations.ts';

type Run = PGlite['execProtocolStream'];
type Responses = Awaited<ReturnType<Run>>;

interface Prepared {
  readonly name: string;
  readonly parsed: Responses;
  /** When to prepare the statement again, by `performance.now`. */
  readonly expiresAt: number;
  /** The types of the parameters, once they are known. */
  parameters?: Responses;
  /** The types of the columns, once they are known. */
  columns?: Responses;
}

/**
 * The database plans a statement for the current size of its tables, and nothing tells it that they
 * have grown. So it plans each statement again after this time.
 */
const lifetimeMs = minute;
const maxStatements = 300;
/** Longer statements insert many rows, and rarely the same number again. */
const maxLength = 8_192;
/** A prepared statement fails after the columns that it returns have changed. */
const changesTables = /\b(?:alter|create|drop)\b/i;

/** The first byte of a message to the database. */
const messageType = { parse: 0x50, describe: 0x44, bind: 0x42, script: 0x51 } as const;
/** The place of the empty name of a statement in a message. */
const nameAt = { parse: 5, describe: 6, bind: 6 } as const;
const ofStatement = 'S'.charCodeAt(0);

/**
 * Keeps the statements prepared that run again and again. PGlite prepares a statement each time it
 * runs, which takes longer than running it.
 */
export function keepPrepared(pglite: PGlite): void {
  const run: Run = pglite.execProtocolStream.bind(pglite);
  /** The statements that ran before, most recent last. Prepares a statement from its second run. */
  const statements = new Map<string, Prepared | undefined>();
  let current: Prepared | undefined;
  let count = 0;

  const forget = async (text: string) => {
    const prepared = statements.get(text);
    statements.delete(text);
    if (prepared) await run(protocol.serialize.close({ type: 'S', name: prepared.name }));
  };

  const forgetAll = async () => {
    for (const text of [...statements.keys()]) await forget(text);
  };

  const parse: Run = async (message, options) => {
    current = undefined;
    const text = Buffer.from(message).toString('latin1', nameAt.parse);
    const prepared = statements.get(text);
    if (prepared && performance.now() < prepared.expiresAt) {
      statements.delete(text);
      statements.set(text, prepared);
      current = prepared;
      return prepared.parsed;
    }
    if (changesTables.test(text)) await forgetAll();
    else if (statements.has(text)) {
      await forget(text);
      const name = `textloom_${++count}`;
      const parsed = await run(insertName(message, nameAt.parse, name), options);
      current = { name, parsed, expiresAt: performance.now() + lifetimeMs };
      statements.set(text, current);
      return parsed;
    } else if (text.length <= maxLength) {
      statements.set(text, undefined);
      const [oldest] = statements.keys();
      if (statements.size > maxStatements) await forget(oldest!);
    }
    return run(message, options);
  };

  pglite.execProtocolStream = async (message, options) => {
    const [type] = message;
    if (type === messageType.parse) return parse(message, options);
    if (type === messageType.script && changesTables.test(Buffer.from(message).toString('latin1')))
      await forgetAll();
    if (!current) return run(message, options);
    if (type === messageType.bind)
      return run(insertName(message, nameAt.bind, current.name), options);
    if (type !== messageType.describe) return run(message, options);
    if (message[nameAt.describe - 1] !== ofStatement)
      return (current.columns ??= await run(message, options));
    const named = insertName(message, nameAt.describe, current.name);
    return (current.parameters ??= await run(named, options));
  };
}

/** Returns the message with a name, and with the length that includes it. */
function insertName(message: Uint8Array, at: number, name: string): Uint8Array {
  const named = Buffer.concat([message.subarray(0, at), Buffer.from(name), message.subarray(at)]);
  named.writeInt32BE(named.length - 1, 1);
  return named;
}
