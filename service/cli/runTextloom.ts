import { productName } from '@textloom/shared/contract';
import { version } from '../version.ts';
import { accounts } from './accounts.ts';
import { UsageError, type Command, type Io } from './command.ts';
import { doctor } from './doctor.ts';
import { exportRows } from './exportRows.ts';
import { importFile } from './importFile.ts';
import { keys } from './keys.ts';
import { migrate } from './migrate.ts';
import { reasonOf } from './reasonOf.ts';
import { serve } from './serve.ts';

const commands: Readonly<Record<string, Command>> = {
  serve,
  keys,
  accounts,
  migrate,
  import: importFile,
  export: exportRows,
  doctor,
};

/** Runs what was typed after `textloom`; resolves with the exit code. */
export async function runTextloom([name, ...args]: readonly string[], io: Io): Promise<number> {
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
  'What is set by the environment is listed in docs/running.md.',
];
