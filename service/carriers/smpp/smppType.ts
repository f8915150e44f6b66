import { defaultCountry } from '../defaultCountry.ts';
import { defineCarrier } from '../defineCarrier.ts';
import { codeMeanings, type CodeMeaning } from '../codes/codeMeanings.ts';
import {
  flag,
  integer,
  nested,
  choiceSetting,
  offeredSenders,
  record,
  secret,
  text,
} from '../settings.ts';
import { smppCarrier } from './smpp.ts';
import { parseStatus, type StatusMeanings } from './status.ts';

const addressKind = (description: string) =>
  nested(
    {
      ton: integer(0, 255, { default: 1, description: 'The type of number' }),
      npi: integer(0, 255, { default: 1, description: 'The numbering plan' }),
    },
    { shown: '1, 1', description },
  );

export const smppType = defineCarrier({
  type: 'smpp',
  settings: {
    host: text({ description: 'Address of the carrier' }),
    port: integer(1, 65_535, {
      default: undefined,
      shown: '2775, with TLS 3550',
      description: 'Port of the carrier',
    }),
    tls: flag({ description: 'Whether to use TLS' }),
    ca: text({
      default: '',
      description: 'A PEM certificate to trust in addition to those that Node.js trusts',
    }),
    systemId: text({ description: 'Name for the transceiver bind' }),
    password: secret({ default: '', description: 'Password for the transceiver bind' }),
    systemType: text({ default: '', description: 'System type of the bind' }),
    window: integer(1, 10_000, {
      default: 10,
      description: 'How many submits may wait for a response at the same time',
    }),
    throughput: integer(0, 1_000_000, {
      default: 0,
      shown: 'unlimited',
      description: 'Submits per second',
    }),
    enquireLinkSeconds: integer(1, 3600, {
      name: 'enquire_link',
      default: 30,
      description: 'Seconds between checks of the connection',
    }),
    responseTimeoutSeconds: integer(1, 3600, {
      name: 'response_timeout',
      default: 60,
      description:
        'Seconds after which a message counts as `sent` although its submit has no response',
    }),
    statuses: record(
      (meaning) => codeMeanings.some((one) => one === meaning),
      `statuses with ${codeMeanings.join(', ')}`,
      {
        description: `Maps statuses of responses, such as \`0x00000400\` or \`ESME_RINVDSTADR\`, to their meaning: \`${codeMeanings.join('`, `')}\``,
      },
    ),
    numbers: offeredSenders,
    source: addressKind(
      '`ton` and `npi` of senders that are numbers. Short codes use 3, 0 and names use 5, 0',
    ),
    destination: addressKind('`ton` and `npi` of recipients'),
    alphabet: choiceSetting(['gsm7', 'latin1'], {
      default: 'gsm7',
      description:
        'The alphabet of data_coding 0: `gsm7` (one octet per septet) or `latin1`. A text with other characters, such as `€` in `latin1`, goes out in UCS-2, and its `segments` count that',
    }),
    longMessages: choiceSetting(['udh', 'sar', 'payload'], {
      default: 'udh',
      description:
        'How the parts of a long text are joined: `udh` (a header in each part), `sar` fields, or one `payload`',
    }),
    receiptIds: choiceSetting(['auto', 'same', 'hex', 'dec'], {
      default: 'auto',
      description:
        'How receipts spell the IDs of submit responses: `same`, `hex`, `dec`, or `auto` for any of these',
    }),
    receiptAddresses: choiceSetting(['both', 'recipient', 'none'], {
      default: 'both',
      description:
        'Which addresses receipts repeat from the message: `both`, `recipient` or `none`',
    }),
    guessesReceipts: flag({
      name: 'guess_receipts',
      description:
        'Whether a text with all the fields of a receipt counts as a receipt, even if `esm_class` does not mark it',
    }),
    country: { ...defaultCountry, name: 'default_country' },
  },
  check: ({ receiptIds, receiptAddresses, statuses }, fail) => {
    const unknown = Object.keys(statuses).find((written) => parseStatus(written) === undefined);
    if (unknown !== undefined)
      fail(
        'statuses',
        `contains ${unknown}, but a status is a name such as ESME_RINVDSTADR, or a number other than 0 such as 0x400`,
      );
    // Another spelling of an ID can be the ID of another message. Only addresses tell them apart.
    if (receiptAddresses === 'none' && receiptIds === 'auto')
      fail('receipt_ids', 'must be same, hex or dec if receipt_addresses is none');
  },
  create: (settings, { name }, deps) =>
    smppCarrier(
      {
        ...settings,
        name,
        port: settings.port ?? (settings.tls ? 3550 : 2775),
        ca: settings.ca || undefined,
        throughput: settings.throughput || undefined,
        numbers: settings.numbers ?? [],
        statuses: toMeanings(settings.statuses),
      },
      deps,
    ),
});

const toMeanings = (statuses: Readonly<Record<string, string>>): StatusMeanings =>
  new Map(
    Object.entries(statuses).flatMap(([written, word]): [number, CodeMeaning][] => {
      const [code, meaning] = [parseStatus(written), codeMeanings.find((one) => one === word)];
      return code === undefined || meaning === undefined ? [] : [[code, meaning]];
    }),
  );
