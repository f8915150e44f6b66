import { describe, expect, it } from '@jest/globals';
import { ApiError } from '@textloom/shared/client';
import { genuineEvent } from '@textloom/shared/connector/events/delivery';
import {
  doubt,
  explainError,
  labelAt,
  namesIn,
  toSentences,
} from '@textloom/shared/connector/errors';
import { restAfterKeyword } from '@textloom/shared/connector/keywords';
import {
  listChoices,
  contactLabel,
  conversationLabel,
  statusLabels,
  valueLabel,
} from '@textloom/shared/connector/labels';
import {
  isAnswerable,
  isWithoutReply,
  replyEvents,
  rulesOutReply,
} from '@textloom/shared/connector/replies';
import { createSeenEvents, isFirst, seenKey } from '@textloom/shared/connector/events/seenEvents';
import {
  conversationSchema,
  createEventSchema,
  eventTypes,
  fieldLabel,
  messageSchema,
  sampleOf,
  statusEventTypes,
  titleCase,
} from '@textloom/shared/contract';
import { signWebhook } from '@textloom/shared/webhooks';

describe('labels', () => {
  it.each([
    ['opted_out', 'Opted Out'],
    ['REAL_ESTATE', 'Real Estate'],
    ['myKey', 'MyKey'],
  ])('the name %s becomes %s', (name, label) => expect(titleCase(name)).toBe(label));

  it('the label of a field is its title, or its name if it has no title', () => {
    expect(fieldLabel('to', { type: 'string', title: 'Recipient' })).toBe('Recipient');
    expect(fieldLabel('send_at', { type: 'string' })).toBe('Send At');
  });

  it('the label of a value comes from the contract, then from the event, then from its name', () => {
    expect(valueLabel('otp', { otp: 'One-Time Password' })).toBe('One-Time Password');
    expect(valueLabel('message.received')).toBe('Message Received');
    expect(valueLabel('opted_out')).toBe('Opted Out');
  });

  it('an enum offers its values in the order of the contract', () => {
    expect(listChoices({ type: 'string', enum: ['b_c', 'a'] })).toEqual([
      { value: 'b_c', label: 'B C' },
      { value: 'a', label: 'A' },
    ]);
    expect(listChoices({ type: 'string' })).toEqual([]);
  });

  it('every status has a label, and a contact without a name is labeled with its number', () => {
    expect(Object.keys(statusLabels)).toEqual(statusEventTypes);
    expect(statusLabels['message.delivered']).toBe('Delivered');
    const phone = '+12025550123';
    expect(contactLabel({ phone, first_name: null, last_name: null })).toBe(phone);
    expect(contactLabel({ phone, first_name: 'Ann', last_name: null })).toBe(`Ann (${phone})`);
  });

  it('a conversation is labeled with both sides, and with its status if it is closed', () => {
    const sample = sampleOf(conversationSchema);
    const { contact, phone, number } = sample;
    const label = `${contact ? contactLabel(contact) : phone} and ${number}`;
    expect(conversationLabel({ ...sample, status: 'open' })).toBe(label);
    expect(conversationLabel({ ...sample, status: 'closed' })).toBe(`${label} (closed)`);
    const stranger = { ...sample, contact: null, status: 'open' } as const;
    expect(conversationLabel(stranger)).toBe(`${phone} and ${number}`);
  });
});

describe('an error', () => {
  const label = (path: readonly string[]) => namesIn(path).join(' ');
  const details = {
    code: 'validation_failed',
    status: 422,
    message: 'A field is wrong. Correct it.',
    remedy: 'Correct it.',
  } as const;

  it('states the problem and the remedy separately', () => {
    expect(explainError(new ApiError(details), {}, label)).toEqual({
      problems: ['A field is wrong'],
      remedy: 'Correct it.',
    });
  });

  it('names each invalid field, without positions in lists', () => {
    const fieldErrors = [
      { pointer: '/messages/3/to', code: 'required', detail: 'is missing' },
      { pointer: '/text', code: 'too_long', detail: 'is too long' },
      { pointer: '/to', code: 'exactly_one', detail: 'is required unless you give contact_id' },
    ] as const;
    const explanation = explainError(new ApiError({ ...details, fieldErrors }), {}, label);
    expect(explanation.problems).toEqual([
      'messages to is missing',
      'text is too long',
      'to is required',
    ]);
    expect(toSentences(explanation)).toBe(
      'messages to is missing. text is too long. to is required. Correct it.',
    );
  });

  it.each([
    [['consent', 'at'], 'Consent Time'],
    [['metadata', 'order'], 'Metadata'],
    [['filter', 'to'], 'To'],
    [['lists', '0'], 'lists/0'],
  ])('names the field of a form at %j by its label', (path, expected) => {
    const labels = new Map([
      ['consent_at', 'Consent Time'],
      ['metadata', 'Metadata'],
      ['to', 'To'],
    ]);
    const findField = (name: string) =>
      labels.has(name) ? { label: labels.get(name) } : undefined;
    expect(labelAt(path, findField)).toBe(expected);
  });

  it('after which it is unknown what the service did says so, before any remedy of the host', () => {
    const lost = new ApiError({ ...details, code: 'no_response', mayHaveRun: true });
    const { remedy } = explainError(lost, {}, label);
    expect(remedy).toBe(doubt);
    expect(doubt).toContain('may have carried out the request');
    expect(explainError(lost, { remedy: 'Wait.' }, label).remedy).toBe(`${doubt} Wait.`);
  });

  it("uses the host's wording if there is one", () => {
    const wording = { happened: 'No', remedy: 'Look again.' };
    expect(explainError(new ApiError(details), wording, label)).toEqual({
      problems: ['No'],
      remedy: 'Look again.',
    });
  });
});

describe('a reply', () => {
  it('is ruled out by the statuses of messages that did not arrive', () => {
    const statuses = messageSchema.properties.status.enum.filter(isWithoutReply);
    expect([...statuses].sort()).toEqual(['canceled', 'expired', 'failed', 'undelivered']);
    expect(replyEvents.filter(rulesOutReply).sort()).toEqual(
      statuses.map((status) => `message.${status}`).sort(),
    );
    expect(replyEvents.filter((type) => !eventTypes.includes(type))).toEqual([]);
  });

  it.each([
    ['ACME', false],
    [' ACME 24\n', false],
    [undefined, true],
    ['+12025550123', true],
    ['tel:+12025550123', true],
    ['+1 202 555 0123 ext 5', true],
    ['24000', true],
  ])('can reach the sender %j: %s', (from, answerable) => {
    expect(isAnswerable(from)).toBe(answerable);
  });

  it('returns what follows the longest keyword at the beginning of a text', () => {
    expect(restAfterKeyword('Yes', ['YES', 'Y'])).toBe('');
    expect(restAfterKeyword(' "Yes", if it rains', ['Y', 'YES'])).toBe('", if it rains');
    expect(restAfterKeyword('no problem at all', ['no', 'no-problem'])).toBe(' at all');
    expect(restAfterKeyword('Yesterday', ['YES', 'Y'])).toBeUndefined();
    expect(restAfterKeyword('(y) great', ['(y)'])).toBe(') great');
  });
});

describe('a delivery', () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const event = sampleOf(createEventSchema('message.received'));
  const body = JSON.stringify(event);
  const now = Date.parse('2026-01-31T09:30:00.000Z');
  const signed = signWebhook({ id: event.id, timestamp: now / 1000, body }, [secret]);
  const read = (headers: Record<string, string | string[]>, own: string | undefined = secret) => {
    const refused: string[] = [];
    const onRefused = (reason: string) => void refused.push(reason);
    const check = { secret: own, toleranceSeconds: 300, now, headerPrefix: 'http-', onRefused };
    return { event: genuineEvent({ headers, body }, check), refused };
  };

  it('is genuine however the host passes its headers on', () => {
    const entries = Object.entries(signed);
    const prefixed = Object.fromEntries(entries.map(([name, one]) => [`Http-${name}`, one]));
    const lists = Object.fromEntries(entries.map(([name, one]) => [name, [one]]));
    for (const headers of [signed, prefixed, lists])
      expect(read(headers)).toEqual({ event, refused: [] });
  });

  it('is refused with a reason if a header is missing or the secret is different or empty', () => {
    const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
    for (const { event, refused } of [read({}), read(signed, other), read(signed, '')]) {
      expect(event).toBeUndefined();
      expect(refused).toHaveLength(1);
    }
  });
});

describe('events that were seen', () => {
  it('are distinguished by subscription and event, and forgotten oldest first', async () => {
    const seen = createSeenEvents(2);
    const keys = ['a', 'b', 'c'].map((id) => seenKey('one', { id }));
    for (const key of keys) expect(await isFirst(seen, key)).toBe(true);
    expect(await isFirst(seen, keys[2]!)).toBe(false);
    expect(await isFirst(seen, seenKey('two', { id: 'c' }))).toBe(true);
    expect(await isFirst(seen, keys[0]!)).toBe(true);
  });

  it('count as new until they are added, and if the store fails or does not know them', async () => {
    const seen = createSeenEvents(2);
    expect(seen.has('a')).toBe(false);
    expect(await isFirst(seen, 'a')).toBe(true);
    expect(seen.has('a')).toBe(true);
    expect(await isFirst({ add: () => Promise.reject(new Error('No store')) }, 'a')).toBe(true);
    expect(await isFirst({ add: async () => null }, 'a')).toBe(true);
  });
});
