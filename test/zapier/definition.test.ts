import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { version } from 'zapier-platform-core';
import app from '../../connectors/zapier/src/index.ts';
import { readDefinition, generateZapier } from '../../scripts/generate/zapier.ts';
import { zapierPlatform } from '../../scripts/packageZapier.ts';
import { rules, type Definition } from './rules.ts';

interface Step {
  readonly operation: {
    readonly inputFields?: readonly object[];
    readonly outputFields?: readonly object[];
  };
}

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
      'contact_opted_out_or_in',
      'registration_decided',
      'sender_list',
      'list_list',
      'contact_list',
      'scheduled_message_list',
      'campaign_list',
    ]);
    expect(Object.keys(definition.creates)).toEqual([
      'send_message',
      'send_message_and_wait_for_delivery',
      'send_message_and_wait_for_reply',
      'send_messages',
      'add_contact',
      'update_contact',
      'add_contact_to_list',
      'remove_contact_from_list',
      'cancel_message',
      'create_list',
      'api_request',
    ]);
    expect(Object.keys(definition.searches)).toEqual([
      'find_message',
      'find_contact',
      'find_list',
      'find_number',
      'preview_message',
      'find_report',
    ]);
    expect(Object.keys(definition.searchOrCreates!)).toEqual(['find_contact', 'find_list']);
  });

  it('has equal fields only once, because the platform copies each of them in every call', () => {
    const steps: Record<string, Step> = { ...app.triggers, ...app.creates, ...app.searches };
    const fields = Object.values(steps).flatMap(
      ({ operation: { inputFields = [], outputFields = [] } }) => [...inputFields, ...outputFields],
    );
    const different = new Set(fields.map((field) => JSON.stringify(field)));
    expect(fields.length).toBeGreaterThan(different.size);
    expect(new Set(fields).size).toBe(different.size);
  });
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
