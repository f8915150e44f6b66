import { listChoices } from '@textloom/shared/connector/labels';
import type { Tool } from './tool.ts';

/**
 * Returns the arguments that the agent filled in, or a sentence about what is wrong with their names
 * or choices. The service checks all other values that it gets. Agents often write an empty value for an argument
 * that they leave out.
 */
export function checkArguments(
  tool: Tool,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | string {
  const names = Object.keys(tool.arguments);
  const filled = Object.fromEntries(
    Object.entries(given)
      .map(([name, value]) => [name, trimOwn(tool, name, value)] as const)
      .filter(([, value]) => value !== null && value !== ''),
  );
  const unknown = Object.keys(filled).find((name) => !names.includes(name));
  if (unknown !== undefined)
    return `${tool.name} has no argument ${quote([unknown.slice(0, 40)])}. ${names.length === 0 ? 'It takes no arguments.' : `Its arguments are ${quote(names)}.`}`;
  const missing = tool.required.filter((name) => !Object.hasOwn(filled, name));
  if (missing.length > 0)
    return `${tool.name} needs ${quote(missing)}. Call it again with ${missing.length > 1 ? 'them' : 'it'}.`;
  const { atLeastOne } = tool;
  if (atLeastOne.length > 0 && !atLeastOne.some((name) => Object.hasOwn(filled, name)))
    return `${tool.name} needs one of ${quote(atLeastOne)}. Call it again with one of them.`;
  const untyped = tool.own.find((name) => name in filled && typeof filled[name] !== 'string');
  if (untyped !== undefined)
    return `"${untyped}" must be a string. Correct it and call ${tool.name} again.`;
  const other = Object.entries(filled).find(([name, value]) => !isChoice(tool, name, value));
  if (other)
    return `"${other[0]}" must be ${describeChoices(listValues(tool, other[0]))}. Correct it and call ${tool.name} again.`;
  return filled;
}

/** Removes the spaces around an own argument, which no service does. A text stays as it is. */
function trimOwn({ arguments: all, own }: Tool, name: string, value: unknown): unknown {
  const schema = own.includes(name) ? all[name] : undefined;
  const isLine = schema !== undefined && 'type' in schema && !('multiline' in schema);
  return isLine && typeof value === 'string' ? value.trim() : value;
}

const describeChoices = (values: readonly string[]): string =>
  values.length === 1 ? quote(values) : `one of ${quote(values)}`;

const listValues = ({ arguments: all }: Tool, name: string): readonly string[] =>
  listChoices(all[name]!).map(({ value }) => value);

/** Returns true if a value is one of the choices of its argument, or if the argument has none. */
function isChoice(tool: Tool, name: string, value: unknown): boolean {
  const values = listValues(tool, name);
  return values.length === 0 || values.some((one) => one === value);
}

const quote = (names: readonly string[]): string => names.map((one) => `"${one}"`).join(', ');
