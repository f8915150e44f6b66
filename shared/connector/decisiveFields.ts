/**
 * The fields that decide how a text goes out or where contacts go, with what happens if one of them has
 * no value. So a step must do nothing if one of them is mapped and has no value.
 */
export const effectWithoutValue = {
  send_at: 'the text would go out immediately',
  deduplication_key: 'the text could go out a second time',
  from: 'the default number would send the text',
  purpose: 'the text would have the default purpose',
  ttl: 'the default time to live would apply',
  list_id: 'the contacts would be added to no list',
} as const;

export type DecisiveField = keyof typeof effectWithoutValue;

export const isDecisive = (name: string): name is DecisiveField =>
  Object.hasOwn(effectWithoutValue, name);
