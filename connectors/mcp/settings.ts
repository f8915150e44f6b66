import { isBaseUrl } from '@textloom/shared/connector/isBaseUrl';
import { plainPhone, productName } from '@textloom/shared/contract';

/** Begins the references of the messages of all agents. */
export const agentPrefix = 'agent:';

/** The limits that the operator sets for the agent. */
export interface Settings {
  /** Marks the messages of the agent, in the field `reference`. */
  readonly agent: string;
  /** Numbers in E.164 form, and beginnings of numbers that end with `*`. If absent, all are allowed. */
  readonly allowedRecipients: readonly string[] | undefined;
  /** The messages that the agent may send in 24 hours. If absent, there is no limit. */
  readonly messagesPerDay: number | undefined;
  /** Whether a person must confirm each message. */
  readonly mustConfirm: boolean;
}

/** Names the settings as environment variables. A remote client sends them as headers instead. */
export const variables = {
  agent: 'TEXTLOOM_AGENT',
  allowedRecipients: 'TEXTLOOM_ALLOWED_RECIPIENTS',
  messagesPerDay: 'TEXTLOOM_MESSAGES_PER_DAY',
  mustConfirm: 'TEXTLOOM_CONFIRM',
} as const satisfies Record<keyof Settings, string>;

/** Returns the name of the header that stands for a variable. */
export const toHeaderName = (variable: string): string =>
  variable
    .split('_')
    .map((word) => word.slice(0, 1) + word.slice(1).toLowerCase())
    .join('-');

/** A setting that the operator must correct. The message names the setting and the expected value. */
export class SettingError extends Error {}

/**
 * Refuses a name that looks like a setting, because a misspelled limit would have no effect.
 *
 * @param others names that belong to other programs
 */
export function refuseUnknown(
  given: readonly string[],
  known: readonly string[],
  others: readonly string[] = [],
): void {
  const names = new Set([...known, ...others].map((one) => one.toLowerCase()));
  const unknown = given.find((one) => /^textloom[-_]/i.test(one) && !names.has(one.toLowerCase()));
  if (unknown !== undefined)
    throw new SettingError(
      `${unknown} is not a setting of this MCP server. Its settings are ${known.join(', ')}.`,
    );
}

/**
 * Reads the settings. A setting that the operator misspelled must not be ignored, because each of
 * them protects somebody.
 *
 * @param toName returns the name that the operator uses for a variable
 */
export function readSettings(
  readValue: (name: string) => string | undefined,
  toName = (variable: string) => variable,
): Settings {
  const read = <T>(
    setting: keyof typeof variables,
    parse: (written: string | undefined, name: string) => T,
  ): T => {
    const name = toName(variables[setting]);
    return parse(readValue(name)?.trim(), name);
  };
  return {
    agent: read('agent', readAgent),
    allowedRecipients: read('allowedRecipients', readRecipients),
    messagesPerDay: read('messagesPerDay', readCount),
    mustConfirm: read('mustConfirm', readSwitch),
  };
}

function readAgent(written: string | undefined, name: string): string {
  const agent = written || 'mcp';
  if (/^[\w.-]{1,60}$/.test(agent)) return agentPrefix + agent;
  throw new SettingError(
    `${name} must be a name of up to 60 letters, digits, dots, hyphens and underscores.`,
  );
}

/** An empty list must not allow everybody. */
function readRecipients(written: string | undefined, name: string): string[] | undefined {
  return written?.split(',').map((entry) => readRecipient(entry.trim(), name));
}

function readRecipient(written: string, name: string): string {
  const number = plainPhone(written.replace(/\*$/, ''));
  if (number?.startsWith('+')) return written.endsWith('*') ? `${number}*` : number;
  throw new SettingError(
    `${name} must list numbers with a plus sign and a country code, such as +12025550123, or ` +
      'beginnings of numbers, such as +1202*, with commas between them.',
  );
}

/** Counting more messages would take too many requests. */
const maxPerDay = 2_000;

function readCount(written: string | undefined, name: string): number | undefined {
  if (!written) return undefined;
  const count = Number(written);
  if (/^\d{1,6}$/.test(written) && count <= maxPerDay) return count;
  throw new SettingError(
    `${name} must be a whole number up to ${maxPerDay}, such as 50. For a higher limit, set a ` +
      'daily limit for the account.',
  );
}

function readSwitch(written: string | undefined, name: string): boolean {
  const answer = written || 'false';
  if (answer === 'true' || answer === 'false') return answer === 'true';
  throw new SettingError(`${name} must be true or false.`);
}

/** Reads where the service is and the API key, for a server that the client starts. */
export function readAccess(readValue: (variable: string) => string | undefined): {
  readonly baseUrl: string;
  readonly apiKey: string;
} {
  const baseUrl = readValue('TEXTLOOM_URL')?.trim().replace(/\/+$/, '') ?? '';
  if (!isBaseUrl(baseUrl) || !URL.canParse(baseUrl))
    throw new SettingError(
      `TEXTLOOM_URL must be the URL of your ${productName} API with its version, such as http://127.0.0.1:4010/v1.`,
    );
  const apiKey = readValue('TEXTLOOM_API_KEY')?.trim() ?? '';
  if (!/^[!-~]+$/.test(apiKey))
    throw new SettingError(
      'TEXTLOOM_API_KEY must be an API key of your account, without spaces or line breaks.',
    );
  return { baseUrl, apiKey };
}
