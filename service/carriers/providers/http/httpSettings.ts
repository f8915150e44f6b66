import type { CallbackReceipt } from '../../../store/callbackEvent.ts';
import { codeMeanings } from '../../codes/codeMeanings.ts';
import { defaultCountry } from '../../defaultCountry.ts';
import { choiceSetting, record, secret, text, type Field, type ValuesOf } from '../../settings.ts';
import { placeholdersIn, type Json } from './template.ts';

const pathPlaceholders = [
  'id',
  'from',
  'to',
  'from_digits',
  'to_digits',
  'text',
  'callback',
  'ttl',
];
const placeholders = [...pathPlaceholders, 'media'];

/** The meaning of a code with which the provider accepts a message. */
export const accepted = 'accepted';
const meanings: readonly string[] = [accepted, ...codeMeanings];

/** The outcomes that a final status of the provider can have. */
export const outcomes = [
  'delivered',
  'undelivered',
  'expired',
  'rejected',
  'discarded',
  'opted_out',
  'unregistered',
  'unroutable',
  'unavailable',
  'media_rejected',
] as const satisfies readonly CallbackReceipt['outcome'][];

const pointer = (description: string, defaultValue = '') =>
  text({
    default: defaultValue,
    pattern: /^(\/[^/]+)+$/,
    must: 'must be a JSON Pointer such as /data/message',
    description,
  });

const body: Field<Json> = {
  description: 'Fields of the request, as an object. Its strings can contain placeholders',
  default: '`{"from": "{from}", "to": "{to}", "text": "{text}"}`',
  read: (value = { from: '{from}', to: '{to}', text: '{text}' }, fail) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return fail('must be an object');
    const unknown = placeholdersIn(value).find((name) => !placeholders.includes(name));
    if (unknown !== undefined)
      return fail(`contains {${unknown}}, but the placeholders are ${placeholders.join(', ')}`);
    return /[^"]\{media\}|\{media\}[^"]/.test(JSON.stringify(value))
      ? fail('contains {media} within a longer text, but a list of URLs is a whole value')
      : (value as Json);
  },
};

const minSecretLength = 16;

/** The settings that describe the requests, responses and callbacks of a provider. */
export const httpSettings = {
  path: text({
    default: '',
    description: 'Path and query after `base_url`. They can contain placeholders',
  }),
  format: choiceSetting(['json', 'form'], {
    default: 'json',
    description: 'How to write the fields',
  }),
  headers: {
    ...record(() => true, 'texts, such as {"Authorization": "Bearer …"}', {
      description: 'Headers of the request, such as credentials',
    }),
    isSecret: true as const,
  },
  body,
  probeUrl: text({
    default: '',
    pattern: /^https?:\/\/[^#]+$/,
    must: 'must be a URL such as https://api.example.com/balance',
    description:
      'URL that a GET with `headers` reads while the provider fails, to learn whether it works again. Reading it must change nothing',
  }),
  idPointer: pointer(
    'JSON Pointer to the ID of the message in the response. Without it, the ID of Textloom is used',
  ),
  codePointer: pointer('JSON Pointer to the code of an error in the response'),
  codes: record((meaning) => meanings.includes(meaning), `codes with ${meanings.join(', ')}`, {
    description: `Maps codes and statuses such as \`HTTP 503\` to their meaning: \`${meanings.join('`, `')}\``,
  }),
  eventsPointer: pointer(
    'JSON Pointer to the list of events in a callback, if the provider sends several together. The other pointers then start at each event',
  ),
  receiptIdPointer: pointer('JSON Pointer to the ID of the message in a receipt'),
  receiptStatusPointer: pointer('JSON Pointer to the status in a receipt', '/status'),
  receiptCodePointer: pointer('JSON Pointer to the error code in a receipt'),
  statuses: record(
    (outcome) => (outcomes as readonly string[]).includes(outcome),
    `statuses with ${outcomes.join(', ')}`,
    { description: `Maps final statuses to outcomes: \`${outcomes.join('`, `')}\`` },
  ),
  textIdPointer: pointer('JSON Pointer to the ID of an incoming text', '/id'),
  textFromPointer: pointer('JSON Pointer to its sender', '/from'),
  textToPointer: pointer('JSON Pointer to its recipient', '/to'),
  textPointer: pointer('JSON Pointer to its content', '/text'),
  textMediaPointer: pointer(
    'JSON Pointer to its pictures and other files: a URL, or a list of URLs or of objects with `url`',
  ),
  defaultCountry,
  signingKey: secret({
    default: '',
    description:
      'Key of the signature: HMAC-SHA256 of the timestamp, a full stop and the body. If empty, only the URL of a callback proves where it comes from',
  }),
  callbackSecret: secret({
    default: '',
    description:
      'At least 16 random characters. Textloom derives the callback URLs from them alone, so that you can change `headers`. Required without `signing_key`',
  }),
  signatureHeader: text({
    default: 'X-Signature',
    description: 'Header with the signature, in hex',
  }),
  timestampHeader: text({
    default: 'X-Timestamp',
    description: 'Header with the time of the signature, in seconds since 1970',
  }),
};

/** Returns the secret of the callback URLs, if it is too long to be guessed. */
export const findCallbackSecret = ({
  callbackSecret,
}: Pick<ValuesOf<typeof httpSettings>, 'callbackSecret'>): string | undefined =>
  callbackSecret.length >= minSecretLength ? callbackSecret : undefined;

/** Refuses settings that are valid alone but not together. */
export function checkHttpSettings(
  settings: ValuesOf<typeof httpSettings>,
  fail: (name: string, what: string) => never,
): void {
  const { path, format, body: template, signingKey, callbackSecret } = settings;
  // A receipt must name the message as the response did.
  if ((settings.idPointer === '') !== (settings.receiptIdPointer === ''))
    fail('receipt_id_pointer', 'must be set if id_pointer is set, and must be empty otherwise');
  // Otherwise, anyone could compute the URLs that prove where a callback comes from.
  if (signingKey === '' && callbackSecret.length < minSecretLength)
    fail(
      'callback_secret',
      `must have at least ${minSecretLength} characters if signing_key is empty`,
    );
  const unknown = placeholdersIn(path).find((name) => !pathPlaceholders.includes(name));
  if (unknown !== undefined)
    fail('path', `contains {${unknown}}, but the placeholders are ${pathPlaceholders.join(', ')}`);
  if (format === 'form' && Object.values(template as object).some((one) => typeof one === 'object'))
    fail('body', 'must contain only strings and numbers, because a form cannot contain objects');
}
