import { parseArgs } from 'node:util';
import { recordAudit } from '../../audit/recordAudit.ts';
import { endQuarantine } from '../../numbers/quarantine.ts';
import { CommandError, UsageError, type Command } from '../command.ts';
import { withDatabase } from '../withDatabase.ts';

export const numbers: Command = {
  forms: {
    'numbers end-quarantine NUMBER':
      'Let another account provision a released number now. That account then also gets late texts to the earlier account',
  },
  run: async (args, io) => {
    const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
    const [verb, number, ...rest] = positionals;
    if (verb !== 'end-quarantine') throw new UsageError('Specify a subcommand: end-quarantine.');
    if (!number || !/^\+?\d+$/.test(number) || rest.length > 0)
      throw new UsageError('Specify the number without spaces, such as +12025550123.');
    const ended = await withDatabase(io, (db) =>
      db.transaction().execute(async (trx) => {
        const now = new Date();
        const accountId = await endQuarantine(trx, number, now);
        const operation = 'number.end_quarantine';
        if (accountId) await recordAudit(trx, { accountId, operation, by: 'command_line', now });
        return accountId;
      }),
    );
    if (!ended)
      throw new CommandError(
        'This number is not in quarantine. Check its digits and its country code.',
      );
    io.printError('The quarantine is over. Any account can provision the number now.');
    return 0;
  },
};
