import type { Bundle } from 'zapier-platform-core';
import { beginsWithKeyword } from '@textloom/shared/client';
import { schema, type MessageEventData } from '@textloom/shared/contract';
import { inputFields } from './fields.ts';
import { inputOf } from './inputOf.ts';

const form = schema({
  type: 'object',
  properties: {
    keywords: {
      type: 'array',
      title: 'Keywords',
      description:
        'Only texts that begin with one of these words, in capitals or not; all if empty',
      items: { type: 'string', maxLength: 100, examples: ['YES'] },
    },
  },
});

export const keywordFields = inputFields(form, { keywords: {} });

/** Whether the text begins with one of the wanted keywords, where there are any. */
export function hasKeyword({ text }: MessageEventData, bundle: Bundle): boolean {
  const { keywords } = inputOf(form, bundle);
  return !keywords || beginsWithKeyword(text, keywords);
}
