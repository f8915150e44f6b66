import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { decodeText } from '@textloom/shared/csv';
import { recordAudit } from '../../audit/recordAudit.ts';
import type { Trx } from '../../store/database.ts';
import { commit } from '../../store/groupCommit.ts';
import { ServiceError } from '../../errors/serviceError.ts';
import { splitIntoBatches } from '../../imports/importContacts.ts';
import { CommandError, UsageError, type Command } from '../command.ts';
import { chooseAccount, withContext } from '../withDatabase.ts';

export const importFile: Command = {
  forms: {
    'import contacts FILE.csv [--list LIST_ID] [--consent-source TEXT --consent-at TIME] [--account ID]':
      'Add or update contacts from a CSV file, or from the standard input with - instead of FILE.csv. Running it again adds no duplicates',
  },
  run: async (args, io) => {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        account: { type: 'string' },
        list: { type: 'string' },
        'consent-source': { type: 'string' },
        'consent-at': { type: 'string' },
      },
    });
    const [what, file] = positionals;
    if (what !== 'contacts' || !file) throw new UsageError('Specify a file: contacts FILE.csv.');
    const { 'consent-source': source, 'consent-at': at, list: list_id } = values;
    if ((source === undefined) !== (at === undefined))
      throw new UsageError('Set --consent-source and --consent-at together.');
    const consent = source !== undefined && at !== undefined ? { source, at } : undefined;

    const csv = decodeText(await (file === '-' ? io.readInput() : readCsvFile(file)));
    const batches = await splitIntoBatches({ csv, list_id, consent }, Infinity).catch(explain);
    const clock = () => new Date();
    const sum = { created: 0, updated: 0, refused: 0 };
    await withContext(io, clock, async (context) => {
      const account = await chooseAccount(context.db, values.account);
      const record = (trx: Trx, outcome: 'started' | 'succeeded') =>
        recordAudit(trx, {
          accountId: account.id,
          operation: 'contact.import',
          outcome,
          by: 'command_line',
          now: clock(),
        });
      for (const [index, batch] of batches.entries()) {
        const report = await commit(context.db, async (trx, afterCommit) => {
          const report = await batch({ context, trx, account, now: clock(), afterCommit });
          if (index === 0) await record(trx, 'started');
          if (index === batches.length - 1) await record(trx, 'succeeded');
          return report;
        }).catch(explain);
        for (const { line, column, detail } of report.refused)
          io.printError(`Line ${line}${column === null ? '' : `, ${column}`}: ${detail}`);
        sum.created += report.created;
        sum.updated += report.updated;
        sum.refused += report.refused.length;
        const done = index + 1;
        if (done % 50 === 0)
          io.printError(`${Math.floor((100 * done) / batches.length)} % of the rows …`);
      }
    });
    io.print(`${sum.created} created, ${sum.updated} updated, ${sum.refused} refused.`);
    return sum.refused === 0 ? 0 : 1;
  },
};

const readCsvFile = (file: string): Promise<Uint8Array> =>
  readFile(file).catch((cause: unknown) => {
    const { code } = cause as NodeJS.ErrnoException;
    throw new CommandError(
      `${problems[code ?? ''] ?? 'The command cannot read the file'}: ${file}. In a container or as another user, pass it to the standard input: import contacts - < FILE.csv`,
    );
  });

const problems: Readonly<Record<string, string>> = {
  ENOENT: 'The command finds no file with this path',
  EACCES: 'The user of the command may not read the file',
  EISDIR: 'The path leads to a folder',
};

/** Maps the JSON pointers of the API to the names that the command line uses. */
const names: Readonly<Record<string, string | undefined>> = {
  '/csv': 'The file',
  '/list_id': '--list',
  '/consent/at': '--consent-at',
};

function explain(error: unknown): never {
  if (!(error instanceof ServiceError)) throw error;
  const messages = error.fieldErrors.map(
    ({ pointer, detail }) => `${names[pointer] ?? pointer} ${detail}.`,
  );
  throw new CommandError(messages.join('\n') || error.message);
}
