import type { Bundle } from 'zapier-platform-core';
import { keywordsSchema, passesKeywords } from '@textloom/shared/connector/keywords';
import { schema, type MessageEventData } from '@textloom/shared/contract';
import { inputFields } from './fields.ts';
import { inputOf } from './inputOf.ts';

const form = schema({
  type: 'object',
  properties: {
    keywords: {
      ...keywordsSchema,
      description: `${keywordsSchema.description}. If empty, all texts`,
    },
  },
});

export const keywordFields = inputFields(form, { keywords: {} });

/** Whether the text begins with one of the wanted keywords, where there are any. */
export function hasKeyword({ text }: MessageEventData, bundle: Bundle): boolean {
  return passesKeywords(text, inputOf(form, bundle).keywords);
}
