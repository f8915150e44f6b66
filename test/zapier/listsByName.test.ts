import { describe, expect, it } from '@jest/globals';
import { listSchema, sampleOf } from '@textloom/shared/contract';
import { addContact } from '../../connectors/zapier/src/creates/addContact.ts';
import { addContactToList } from '../../connectors/zapier/src/creates/addContactToList.ts';
import { importContacts } from '../../connectors/zapier/src/creates/importContacts.ts';
import { removeContactFromList } from '../../connectors/zapier/src/creates/removeContactFromList.ts';
import { sendBroadcast } from '../../connectors/zapier/src/creates/sendBroadcast.ts';
import { updateContact } from '../../connectors/zapier/src/creates/updateContact.ts';
import { findReport } from '../../connectors/zapier/src/searches/findReport.ts';
import { previewBroadcast } from '../../connectors/zapier/src/searches/previewBroadcast.ts';
import { readFailure, runStep, type Item, type Step } from './runStep.ts';

const newsletter = { ...sampleOf(listSchema), name: 'Newsletter' };

describe('a list by its name', () => {
  const contact = { phone: '+12025550123', id: 'con_1', contact_id: 'con_1' };
  const steps: readonly (readonly [Step, Item])[] = [
    [addContact, { lists: ['NEWSLETTER', newsletter.id] }],
    [updateContact, { lists: ['NEWSLETTER'] }],
    [addContactToList, { id: 'NEWSLETTER' }],
    [removeContactFromList, { id: 'NEWSLETTER' }],
    [importContacts, { list_id: 'NEWSLETTER', contacts: [{ phone: contact.phone }] }],
    [sendBroadcast, { list_ids: ['NEWSLETTER'], name: 'Sale', text: 'Hi' }],
    [sendBroadcast, { exclude_list_ids: ['NEWSLETTER'], name: 'Sale', text: 'Hi', country: 'US' }],
    [previewBroadcast, { list_ids: ['NEWSLETTER'], text: 'Hi' }],
    [findReport, { list_id: 'NEWSLETTER' }],
  ];
  const labelled = steps.map(
    ([step, values]) => [(step as unknown as { key: string }).key, step, values] as const,
  );
  /** Runs a step. Returns the requests that are not for lists, with their bodies. */
  const runWith = async (step: Step, values: Item, found: readonly object[]) => {
    const others: string[] = [];
    const inputData = { ...contact, ...values };
    const run = runStep(step, { inputData }, (what, body) => {
      if (what.startsWith('GET /v1/lists'))
        return { status: 200, body: { data: found, has_more: false, next_cursor: null } };
      others.push(`${what} ${JSON.stringify(body)}`);
      return { status: 500, body: {} };
    });
    return { said: (await readFailure(run)).said, others };
  };

  it.each(labelled)('counts as its ID in %s', async (_, step, values) => {
    const { others } = await runWith(step, values, [newsletter]);
    expect(others[0]!.split(newsletter.id)).toHaveLength(2);
    expect(others[0]).not.toContain('NEWSLETTER');
  });

  it.each(labelled)('stops %s if no list has it, or several', async (_, step, values) => {
    const none = await runWith(step, values, []);
    expect(none.said).toMatch(/^(Excluded )?Lists? is not the ID or the name of a list\. Correct/);
    const several = await runWith(step, values, [newsletter, { ...newsletter, id: 'lst_2' }]);
    expect(several.said).toMatch(/^(Excluded )?Lists? is the name of several lists, which differ/);
    expect([...none.others, ...several.others]).toEqual([]);
  });
});
