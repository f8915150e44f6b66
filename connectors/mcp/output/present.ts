import type { Page } from '@textloom/shared/client';
import type {
  Contact,
  ContactList,
  Conversation,
  Message,
  Report,
} from '@textloom/shared/contract';

/** A text that somebody else wrote arrives in this field, so that nobody takes it for instructions. */
export const untrusted = 'untrusted_text';

type Fields = Readonly<Record<string, unknown>>;

/** Returns some fields of an object, without those that are empty. */
function pick<T extends object>(object: T, names: readonly (keyof T & string)[]): Fields {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value: unknown = object[name];
      return isEmpty(value) ? [] : [[name, value]];
    }),
  );
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === false ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** Puts the text of a message into the field that says who wrote it. */
const presentText = ({ direction, text }: Pick<Message, 'direction' | 'text'>): Fields =>
  direction === 'inbound' ? { [untrusted]: text } : { text };

/** Returns the fields of a message that an agent needs. */
export const presentMessage = (message: Message): Fields => ({
  ...pick(message, ['id', 'direction', 'status', 'from', 'to']),
  ...presentText(message),
  ...pick(message, [
    'media',
    'segments',
    'purpose',
    'contact_id',
    'conversation_id',
    'in_reply_to',
    'keyword',
    'possible_keyword',
    'automatic',
    'send_at',
    'held_reason',
    'error',
    'created_at',
    'sent_at',
    'delivered_at',
    'final_at',
  ]),
});

/** Returns the fields of a message in a list, where each costs the agent tokens. */
export const presentListed = (message: Message): Fields => ({
  ...pick(message, ['id', 'direction', 'status', 'from', 'to']),
  ...presentText(message),
  ...pick(message, ['media', 'keyword', 'possible_keyword', 'send_at', 'error', 'created_at']),
});

export const presentContact = (contact: Contact): Fields =>
  pick(contact, [
    'id',
    'phone',
    'first_name',
    'last_name',
    'email',
    'external_id',
    'attributes',
    'time_zone',
    'lists',
    'status',
    'opted_out_numbers',
    'consent',
  ]);

export const presentList = (list: ContactList): Fields => pick(list, ['id', 'name', 'size']);

export const presentConversation = ({
  contact,
  last_message: last,
  ...conversation
}: Conversation): Fields => ({
  ...pick(conversation, ['id', 'number', 'phone', 'status', 'unread', 'updated_at']),
  ...(contact && { contact: pick(contact, ['id', 'first_name', 'last_name', 'status']) }),
  ...(last && {
    last_message: { ...pick(last, ['id', 'direction', 'created_at']), ...presentText(last) },
  }),
});

/** Returns the fields of a report or of a row that are not null, without the counts that are 0. */
const presentCounts = (counts: object): Fields =>
  Object.fromEntries(
    Object.entries(counts).filter(
      ([name, value]) => value !== null && (value !== 0 || name === 'delivery_rate'),
    ),
  );

/** Returns a report, in which most counts of most rows are zero. */
export const presentReport = ({ data, totals, ...report }: Report): Fields => ({
  ...presentCounts(report),
  data: data.map(presentCounts),
  totals: presentCounts(totals),
  note: 'A count that is missing is 0.',
});

const searchOn = 'Nothing is found yet. Older ones remain: call the tool again with this cursor.';

/** Returns a page of a list under the name of its items, with the cursor of the next page if any. */
export const presentPage = <T>(
  name: string,
  page: Page<T>,
  present: (one: T) => Fields,
): Fields => ({
  [name]: page.data.map(present),
  ...(page.next_cursor !== null && { next_cursor: page.next_cursor }),
  ...(page.next_cursor !== null && page.data.length === 0 && { note: searchOn }),
});
