/**
 * The fields that decide how a text goes out, with what happens if one of them has no value. So a step
 * must not send if one of them is mapped and has no value.
 */
export const effectWithoutValue = {
  send_at: 'the text would go out immediately',
  deduplication_key: 'the text could go out a second time',
  from: 'the default number would send the text',
  purpose: 'the text would have the default purpose',
} as const;

export type DecisiveField = keyof typeof effectWithoutValue;

export const isDecisive = (name: string): name is DecisiveField =>
  Object.hasOwn(effectWithoutValue, name);
