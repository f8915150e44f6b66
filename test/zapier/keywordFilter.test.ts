import { describe, expect, it } from '@jest/globals';
import { eventSchemaOf, sampleOf } from '@textloom/shared/contract';
import type { Bundle } from 'zapier-platform-core';
import { hasKeyword } from '../../connectors/zapier/src/hooks/filters.ts';

const bundle = (inputData: Record<string, unknown>) => ({ inputData }) as Bundle;
const { data } = sampleOf(eventSchemaOf('message.received'));
const text = (text: string) => ({ ...data, text });

describe('a keyword', () => {
  it.each([
    ['YES', 'yes', true],
    ['YES', ' Yes, please!', true],
    ['ok go', 'OK... go now', true],
    ['Größe', 'GRÖSSE', false],
    ['Größe', 'größe 42', true],
    ['👍', '👍', true],
    ['YES', 'yesterday', false],
    ['YES', 'oh yes', false],
  ])('%s is at the beginning of "%s": %s', (keyword, said, stands) => {
    expect(hasKeyword(text(said), bundle({ keywords: ['NO', keyword] }))).toBe(stands);
  });

  it('is not needed if none is chosen', () => {
    expect(hasKeyword(text('Hi'), bundle({ keywords: [' '] }))).toBe(true);
  });
});
