import { plainPhone, productName } from '@textloom/shared/contract';

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

/** Returns the name of the header that stands for a variable, in lower case. */
export const headerOf = (variable: string): string => variable.toLowerCase().replaceAll('_', '-');

/** A setting that the operator must correct. The message names the setting and the expected value. */
export class SettingError extends Error {}

/**
 * Reads the settings. A setting that the operator misspelled must not be ignored, because each of
 * them protects somebody.
 */
export function readSettings(valueOf: (variable: string) => string | undefined): Settings {
  const read = (name: keyof typeof variables) => valueOf(variables[name])?.trim() || undefined;
  return {
    agent: readAgent(read('agent')),
    allowedRecipients: readRecipients(read('allowedRecipients')),
    messagesPerDay: readCount(read('messagesPerDay')),
    mustConfirm: readSwitch(read('mustConfirm')),
  };
}

function readAgent(written = 'mcp'): string {
  if (/^[\w.-]{1,60}$/.test(written)) return `agent:${written}`;
  throw new SettingError(
    `${variables.agent} must be a name of up to 60 letters, digits, dots, hyphens and underscores.`,
  );
}

function readRecipients(written: string | undefined): string[] | undefined {
  return written?.split(',').map(readRecipient);
}

function readRecipient(entry: string): string {
  const written = entry.trim();
  const number = plainPhone(written.replace(/\*$/, ''));
  if (number?.startsWith('+')) return written.endsWith('*') ? `${number}*` : number;
  throw new SettingError(
    `${variables.allowedRecipients} must list numbers with a plus sign and a country code, such as ` +
      '+12025550123, or beginnings of numbers, such as +1202*, with commas between them.',
  );
}

function readCount(written: string | undefined): number | undefined {
  if (written === undefined) return undefined;
  if (/^\d{1,6}$/.test(written)) return Number(written);
  throw new SettingError(`${variables.messagesPerDay} must be a whole number, such as 50.`);
}

function readSwitch(written = 'false'): boolean {
  if (written === 'true' || written === 'false') return written === 'true';
  throw new SettingError(`${variables.mustConfirm} must be true or false.`);
}

/** Reads where the service is and the API key, for a server that the client starts. */
export function readAccess(valueOf: (variable: string) => string | undefined): {
  readonly baseUrl: string;
  readonly apiKey: string;
} {
  const baseUrl = valueOf('TEXTLOOM_URL')?.trim().replace(/\/+$/, '') ?? '';
  if (!/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl))
    throw new SettingError(
      `TEXTLOOM_URL must be the address of your ${productName} API with its version, such as http://127.0.0.1:4010/v1.`,
    );
  const apiKey = valueOf('TEXTLOOM_API_KEY')?.trim() ?? '';
  if (!/^[!-~]+$/.test(apiKey))
    throw new SettingError(
      'TEXTLOOM_API_KEY must be an API key of your account, without spaces or line breaks.',
    );
  return { baseUrl, apiKey };
}
