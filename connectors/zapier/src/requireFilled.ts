import type { Bundle, PlainInputField, ZObject } from 'zapier-platform-core';

/** Refuses a step whose required field is empty, as it is where what is mapped to it gave nothing. */
export function requireFilled(
  z: ZObject,
  { inputData }: Bundle,
  fields: readonly PlainInputField[],
): void {
  const empty = fields.find(({ required, key }) => required && isBlank(inputData[key]));
  if (!empty) return;
  const words = `${empty.label} is required. Fill it in, or check what is mapped to it.`;
  throw new z.errors.Error(words, 'validation_failed', 400);
}

const isBlank = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).every(isBlank)
    : value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
