import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

interface Codex {
  readonly categories: readonly string[];
  readonly subcategories?: object;
  readonly alias: readonly string[];
}
type Search = (query: string, among: readonly object[]) => readonly { readonly score: number }[];

const nodes = join(import.meta.dirname, '../../connectors/n8n/nodes/Textloom');
const readCodex = async (name: string) =>
  JSON.parse(await readFile(join(nodes, `${name}.node.json`), 'utf8')) as Codex;
const action = await readCodex('Textloom');
const trigger = await readCodex('TextloomTrigger');

/** Searches as n8n's node creator does. */
const { sublimeSearch } = createRequire(createRequire(import.meta.url).resolve('n8n-core'))(
  '@n8n/utils/search/sublime-search',
) as { readonly sublimeSearch: Search };

describe('the node creator', () => {
  it.each([
    ['send sms', 'incoming sms', 'receive sms', 'text message'],
    ['reply', 'keyword', 'delivery status', 'opt-out', 'opt out'],
    ['human', 'human review', 'approval', 'approve', 'hitl', 'wait'],
    ['import contacts', '10dlc'],
    ['campaign', 'broadcast', 'bulk', 'newsletter'],
    ['otp', '2fa', 'one-time password', 'verification code', 'verify'],
    ['conversation', 'inbox', 'chat'],
    ['send text', 'texting', 'messaging', 'mobile', 'notification', 'notify'],
    ['bulk sms', 'sms campaign', 'reminder', 'appointment', 'on-call', 'on call'],
    ['two-factor', 'double opt-in', 'subscribe', 'unsubscribe'],
    ['wait for reply', 'delivery receipt', 'telnyx', 'plivo'],
  ])('finds the nodes by whole words, such as "%s"', (...queries) => {
    const node = { properties: { displayName: 'Textloom', codex: action } };
    // A word that only shares its letters with an alias scores less.
    const perfect = (query: string) => 100 + 15 + 60 * (query.length - 1);
    for (const query of queries) {
      const [found] = sublimeSearch(query, [node]);
      expect(found?.score).toBeGreaterThanOrEqual(perfect(query));
    }
  });

  it('shows both nodes as one, so both have the same aliases', () => {
    expect(trigger.alias).toEqual(action.alias);
  });

  it('lists the node among those for human review, as it lists the nodes of n8n', () => {
    expect(action.categories).toContain('HITL');
    expect(action.subcategories).toEqual({ HITL: ['Human in the Loop'] });
  });
});
