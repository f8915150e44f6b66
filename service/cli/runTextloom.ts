import { productName } from '@textloom/shared/contract';
import { version } from '../lib/version.ts';
import { accounts } from './accounts.ts';
import { UsageError, type Command, type Io } from './command.ts';
import { doctor } from './doctor/doctor.ts';
import { entriesOf } from './entriesOf.ts';
import { exportRows } from './exportRows.ts';
import { importFile } from './importFile.ts';
import { keys } from './keys.ts';
import { messages } from './messages.ts';
import { migrate } from './migrate.ts';
import { reasonOf } from './reasonOf.ts';
import { serve } from './serve.ts';
import { visibleLines } from './visible.ts';

const commands: Readonly<Record<string, Command>> = {
  serve,
  keys,
  accounts,
  migrate,
  import: importFile,
  export: exportRows,
  messages,
  doctor,
};

/** Runs the command typed after `textloom`. Resolves with the exit code. */
export async function runTextloom(
  [name, ...args]: readonly string[],
  terminal: Io,
): Promise<number> {
  const io =
    name === 'serve' && terminal.environment.LOG_FORMAT?.trim() === 'json'
      ? inJson(terminal)
      : shown(terminal);
  if (name === '--version') {
    io.say(version);
    return 0;
  }
  if (name === undefined || name === '--help' || name === 'help') {
    overview().forEach(io.say);
    return name === undefined ? 2 : 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    io.tell(`There is no command "${name}".`);
    overview().forEach(io.tell);
    return 2;
  }
  if (args.includes('--help')) {
    usageOf(command).forEach(io.say);
    return 0;
  }
  try {
    return await command.run(args, io);
  } catch (error) {
    if (!isMisuse(error)) {
      io.tell(reasonOf(error));
      return 1;
    }
    io.tell(error.message);
    usageOf(command).forEach(io.tell);
    return 2;
  }
}

/** Escapes control characters, so that names from untrusted sources cannot control the terminal. */
const shown = (io: Io): Io => ({
  ...io,
  say: (line) => io.say(visibleLines(line)),
  tell: (line) => io.tell(visibleLines(line)),
});

const inJson = (io: Io): Io => ({
  ...io,
  say: (line) => io.say(entriesOf(line, 'info')),
  tell: (line) => io.tell(entriesOf(line, 'fatal')),
});

const isMisuse = (error: unknown): error is Error =>
  error instanceof UsageError ||
  String((error as NodeJS.ErrnoException | null)?.code).startsWith('ERR_PARSE_ARGS');

const usageOf = ({ usage, does }: Command): string[] => [
  does,
  ...usage.map((form) => `  textloom ${form}`),
];

const overview = (): string[] => [
  `${productName} ${version}`,
  ...Object.values(commands).flatMap((command) => ['', ...usageOf(command)]),
  '',
  'For the environment variables, see docs/running.md.',
];
