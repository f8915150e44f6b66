import { parseArgs } from 'node:util';
import { settings } from '../config/config.ts';
import { UsageError } from './command.ts';

/** One form of a command, such as `keys rotate KEY_ID [--overlap-hours 24]`. */
interface Form {
  readonly text: string;
  /** The words after the name of the command. Those in capital letters stand for a value. */
  readonly words: readonly string[];
  /** Whether each option takes a value. */
  readonly options: ReadonlyMap<string, boolean>;
}

/**
 * Refuses arguments and options that the chosen form of a command does not use. Otherwise, somebody
 * who types two keys to revoke, or a scope for a rotation, would believe that both had an effect.
 */
export function requireForm(usage: readonly string[], args: readonly string[]): void {
  const forms = usage.map(readForm);
  const takesValue = new Map(forms.flatMap(({ options }) => [...options]));
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      [...takesValue].map(([name, takes]) => [name, { type: takes ? 'string' : 'boolean' }]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const typed = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
  const used = tokens.filter((token) => token.kind === 'option');
  const unknown = used.find(({ name }) => !takesValue.has(name));
  if (unknown) throw new UsageError(`There is no option ${unknown.rawName}.${hint(unknown.name)}`);
  const form = forms.length === 1 ? forms[0] : forms.find(({ words }) => words[0] === typed[0]);
  // The command itself says which subcommands there are.
  if (!form) return;
  const unused = used.find(({ name }) => !form.options.has(name));
  if (unused)
    throw new UsageError(
      `${unused.rawName} has no effect on "textloom ${form.text}". Leave it out.`,
    );
  if (typed.length > form.words.length)
    throw new UsageError(
      `There are too many arguments for "textloom ${form.text}". Put quotes around a value with spaces.`,
    );
}

function readForm(text: string): Form {
  const [, ...parts] = text.replaceAll(/[[\]]/g, '').split(' ');
  const words: string[] = [];
  const options = new Map<string, boolean>();
  let option: string | undefined;
  for (const part of parts) {
    if (part.startsWith('--')) options.set((option = part.slice(2)), false);
    else if (option === undefined) words.push(part);
    else options.set(option, true);
  }
  return { text, words, options };
}

/** People expect an option for what is an environment variable, such as `--port`. */
function hint(option: string): string {
  const variable = option.toUpperCase().replaceAll('-', '_');
  return Object.values(settings).some((setting) => setting.variable === variable)
    ? ` Set the environment variable ${variable} instead.`
    : '';
}
