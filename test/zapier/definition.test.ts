import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { version } from 'zapier-platform-core';
import app from '../../connectors/zapier/src/index.ts';
import { generateZapier, createHandler, readDefinition } from '../../scripts/generate/zapier.ts';
import { zapierPlatform } from '../../scripts/packageZapier.ts';
import { rules, type Definition } from './rules.ts';

const root = join(import.meta.dirname, '../..');
let definition: Definition;
beforeAll(async () => {
  definition = (await readDefinition(app)) as Definition;
});

describe('the definition of the Zapier app', () => {
  it('matches the committed file', async () => {
    for (const [path, content] of Object.entries(await generateZapier())) {
      expect(JSON.parse(await readFile(join(root, path), 'utf8'))).toEqual(JSON.parse(content));
    }
  });

  it("is valid according to Zapier's own program", async () => {
    const output = await zapierPlatform(
      ['validate', '--without-style'],
      join(root, 'connectors/zapier'),
    );
    expect(output).toContain('structurally sound');
  });

  it('is packed with the platform version that it is written for', async () => {
    const [app, staging] = await Promise.all(
      ['package.json', 'staging/package.json'].map(
        async (path) =>
          JSON.parse(await readFile(join(root, 'connectors/zapier', path), 'utf8')) as {
            name: string;
            dependencies: Record<string, string>;
          },
      ),
    );
    expect(staging!.dependencies).toEqual(app!.dependencies);
    expect(staging!.name).toBe(app!.name);
    expect(app!.dependencies['zapier-platform-core']).toBe(version);
  });

  it('keeps the keys that Zaps refer to', () => {
    expect(Object.keys(definition.triggers)).toEqual([
      'incoming_sms',
      'message_status_changed',
      'new_contact',
      'contact_added_to_list',
      'contact_opted_out_or_in',
      'registration_decided',
      'possible_opt_out',
      'conversation_opened_or_closed',
      'broadcast_ended',
      'verification_ended',
      'sender_list',
      'list_list',
      'contact_list',
      'scheduled_message_list',
      'campaign_list',
      'conversation_list',
      'broadcast_list',
      'review_list',
    ]);
    expect(Object.keys(definition.creates)).toEqual([
      'send_message',
      'send_message_and_wait_for_delivery',
      'send_message_and_wait_for_reply',
      'send_messages',
      'add_contact',
      'update_contact',
      'import_contacts',
      'add_contact_to_list',
      'remove_contact_from_list',
      'cancel_message',
      'reschedule_message',
      'create_list',
      'send_broadcast',
      'change_broadcast',
      'reply_in_conversation',
      'change_conversation',
      'send_verification_code',
      'check_verification_code',
      'decide_review',
      'send_confirmation_request',
      'api_request',
    ]);
    expect(Object.keys(definition.searches)).toEqual([
      'find_message',
      'find_contact',
      'find_list',
      'find_number',
      'preview_message',
      'find_report',
      'find_conversation',
      'find_broadcast',
      'preview_broadcast',
    ]);
    expect(Object.keys(definition.searchOrCreates!)).toEqual(['find_contact', 'find_list']);
  });

  it('has steps that the platform does not copy in every call', () => {
    const { prepareApp } = createRequire(import.meta.url)(
      'zapier-platform-core/src/tools/schema',
    ) as { prepareApp: (raw: object) => typeof app };
    for (const kind of ['triggers', 'creates', 'searches'] as const) {
      const steps: Record<string, object> = app[kind];
      const prepared: Record<string, object> = prepareApp(app)[kind];
      expect(Object.keys(prepared)).toEqual(Object.keys(steps));
      for (const key of Object.keys(steps)) expect(prepared[key]).toBe(steps[key]);
    }
  });

  it.each(['added', 'send_message'])(
    'runs the step %s as Zapier changes it for a call',
    async (key) => {
      const perform = { source: 'return { id: 8 }' };
      const { results } = await createHandler(app)({
        command: 'execute',
        method: `creates.${key}.operation.perform`,
        bundle: {},
        appRawOverride: [null, { creates: { [key]: { operation: { perform } } } }],
      });
      expect(results).toEqual({ id: 8 });
    },
  );
});

describe.each(Object.entries(rules))("Zapier's rule %s", (_code, { says, findings, fault }) => {
  it(`holds: ${says}`, () => {
    expect(findings(definition)).toEqual([]);
  });

  it('finds a planted fault', () => {
    const faulty = structuredClone(definition);
    fault(faulty);
    expect(findings(faulty)).not.toEqual([]);
  });
});
