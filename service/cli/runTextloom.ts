import { productName } from '@textloom/shared/contract';
import { version } from '../lib/version.ts';
import { accounts } from './commands/accounts.ts';
import { backup } from './backup/backup.ts';
import { carriers } from './commands/carriers.ts';
import { UsageError, type Command, type Io } from './command.ts';
import { doctor } from './doctor/doctor.ts';
import { requireForm } from './requireForm.ts';
import { toLogEntries } from './toLogEntries.ts';
import { exportRows } from './commands/exportRows.ts';
import { importFile } from './commands/importFile.ts';
import { keys } from './commands/keys.ts';
import { messages } from './commands/messages.ts';
import { migrate } from './commands/migrate.ts';
import { move } from './move/move.ts';
import { numbers } from './commands/numbers.ts';
import { FolderInUseError } from '../store/embedded/lockFolder.ts';
import { explainFailure } from './explainFailure.ts';
import { serve } from './commands/serve.ts';
import { escapeLines } from './escapeControls.ts';

const commands: Readonly<Record<string, Command>> = {
  serve,
  keys,
  accounts,
  numbers,
  migrate,
  backup,
  move,
  import: importFile,
  export: exportRows,
  messages,
  carriers,
  doctor,
};

/** Runs the command typed after `textloom`. Resolves with the exit code. */
export async function runTextloom(
  [name, ...args]: readonly string[],
  terminal: Io,
): Promise<number> {
  const io =
    name === 'serve' && terminal.environment.LOG_FORMAT?.trim() === 'json'
      ? asJsonEntries(terminal)
      : escaped(terminal);
  if (name === '--version' || name === '-v' || name === 'version') {
    io.print(version);
    return 0;
  }
  if (name === undefined || isHelp(name) || name === 'help') {
    overview().forEach(io.print);
    return name === undefined ? 2 : 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    io.printError(
      `There is no command "${name}". The commands are ${Object.keys(commands).join(', ')}.`,
    );
    io.printError('To see what they do, run "textloom --help".');
    return 2;
  }
  if (args.some(isHelp)) {
    formatUsage(command, args).forEach(io.print);
    return 0;
  }
  try {
    requireForm(Object.keys(command.forms), args);
    const code = await command.run(args, io);
    await io.written();
    return code;
  } catch (error) {
    if (!isUsageError(error)) {
      const isBusy = error instanceof FolderInUseError && name !== 'serve';
      io.printError(isBusy ? explainBusy(error.folder) : explainFailure(error));
      return 1;
    }
    io.printError(explainUsage(error));
    formatUsage(command, args).forEach(io.printError);
    return 2;
  }
}

/** A command needs no second service, as `explainFailure` suggests. */
const explainBusy = (folder: string): string =>
  `Textloom is using the folder ${folder}. Stop the service, or wait for the other command, and then run this command again. While the service runs, you can use the API or the console.`;

const isHelp = (arg: string): boolean => arg === '--help' || arg === '-h';

/** Escapes control characters, so that names from untrusted sources cannot control the terminal. */
const escaped = (io: Io): Io => ({
  ...io,
  print: (line) => io.print(escapeLines(line)),
  printError: (line) => io.printError(escapeLines(line)),
});

const asJsonEntries = (io: Io): Io => ({
  ...io,
  print: (line) => io.print(toLogEntries(line, 'info')),
  printError: (line) => io.printError(toLogEntries(line, 'fatal')),
});

const isUsageError = (error: unknown): error is Error =>
  error instanceof UsageError ||
  String((error as NodeJS.ErrnoException | null)?.code).startsWith('ERR_PARSE_ARGS');

/** The text of Node.js for a value such as -1 is long and suggests another syntax. */
function explainUsage(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  const [option] = /--[\w-]+/.exec(error.message) ?? [];
  return code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE' && option !== undefined
    ? `Write a value after ${option}. A value cannot begin with "-".`
    : error.message;
}

/** Shows only the form of the subcommand, if one is typed. */
function formatUsage({ forms }: Command, args: readonly string[] = []): string[] {
  const all = Object.entries(forms);
  const typed = all.filter(([form]) => form.split(' ')[1] === args[0]);
  return (typed.length > 0 ? typed : all).flatMap(([form, description]) => [
    description,
    `  textloom ${form}`,
  ]);
}

const overview = (): string[] => [
  `${productName} ${version}`,
  ...Object.values(commands).flatMap((command) => ['', ...formatUsage(command)]),
  '',
  'For the environment variables, see docs/running.md.',
];
