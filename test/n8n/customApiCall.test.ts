import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import type * as N8nWorkflow from 'n8n-workflow';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { TextloomApi } from '../../connectors/n8n/credentials/TextloomApi.credentials.ts';
import { Textloom } from '../../connectors/n8n/nodes/Textloom/Textloom.node.ts';
import { n8nHost } from './n8nHost.ts';

const require = createRequire(import.meta.url);
const { getCredentialAllowedDomains, injectDomainRestrictionFields, isDomainAllowed } =
  require('n8n-workflow') as typeof N8nWorkflow;
const credentialType = new TextloomApi();
const nodeType = new Textloom();

describe('the entry "Custom API Call" of the editor', () => {
  it('appears, because n8n adds it to nodes whose credential authenticates requests', () => {
    const { credentials, properties } = nodeType.description;
    expect(credentials?.map(({ name }) => name)).toEqual([credentialType.name]);
    expect(credentialType.authenticate.type).toBe('generic');
    const selectors = properties.filter(({ name }) => ['resource', 'operation'].includes(name));
    expect(selectors.length).toBeGreaterThan(1);
    for (const { type, options } of selectors) {
      expect(type).toBe('options');
      expect(options!.length).toBeGreaterThan(0);
    }
  });
});

it.each([
  { resource: 'message', operation: '__CUSTOM_API_CALL__' },
  { resource: '__CUSTOM_API_CALL__' },
])('the node with the entry %j says that another node makes the call', async (parameters) => {
  const credential = { baseUrl: 'http://textloom.test', apiKey: 'key' };
  const host = n8nHost({ nodeType, credential, parameters });
  await expect(nodeType.execute.call(host.execute())).rejects.toMatchObject({
    message: "This node cannot make a custom API call, but an 'HTTP Request' node can [item 0]",
    description: expect.stringContaining("choose the predefined credential type 'Textloom API'"),
  });
});

describe('an HTTP Request node with the credential', () => {
  /** Returns whether n8n sends the key to a URL, if this is the base URL. */
  function reaches(baseUrl: string, url: string): boolean {
    const host = n8nHost({ nodeType, credential: { baseUrl, apiKey: 'key' } });
    const defaults = injectDomainRestrictionFields(credentialType).map(
      ({ name, default: value }) => [name, value] as const,
    );
    const stored = { ...Object.fromEntries(defaults), baseUrl, apiKey: 'key' };
    const credentialData = host.workflow.expression.getComplexParameterValue(
      host.node,
      stored,
      'internal',
      {},
      undefined,
      undefined,
      stored,
    ) as ICredentialDataDecryptedObject;
    const allowedDomains = getCredentialAllowedDomains({ node: host.node, credentialData }) ?? '';
    expect(allowedDomains).not.toBe('');
    return isDomainAllowed({ url, allowedDomains });
  }

  it.each([
    ['https://sms.example.com/v1', 'https://sms.example.com/v1/messages'],
    [' HTTPS://SMS.example.com ', 'https://sms.example.com/v1/account'],
    ['http://127.0.0.1:4010/v1', 'http://127.0.0.1:4010/v1/account'],
    ['http://[::1]:4010/v1', 'http://[::1]:4010/v1/account'],
    ['http://user:secret@textloom:4010/v1', 'http://textloom:4010/v1/account'],
    [' sms.example.com/v1/', 'https://sms.example.com/v1/account'],
    ['localhost:4010', 'https://localhost:4010/account'],
  ])('with the base URL %s reaches %s', (baseUrl, url) => {
    expect(reaches(baseUrl, url)).toBe(true);
  });

  it.each([
    ['https://sms.example.com/v1', 'https://example.com/v1'],
    ['https://sms.example.com/v1', 'https://sms.example.com.evil.example/v1'],
    ['https://sms.example.com/v1', 'https://sms.example.com@evil.example/v1'],
    ['https://sms.example.com/@evil.example', 'https://evil.example/v1'],
    ['https://sms.example.com,evil.example/v1', 'https://evil.example/v1'],
    ['sms.example.com/v1', 'https://evil.example/v1'],
    ['sms.example.com,evil.example/v1', 'https://evil.example/v1'],
    ['sms.example.com@evil.example/v1', 'https://sms.example.com/v1'],
  ])('with the base URL %s sends no key to %s', (baseUrl, url) => {
    expect(reaches(baseUrl, url)).toBe(false);
  });

  it.each(['', 'ftp://sms.example.com'])(
    'sends no key anywhere with the base URL "%s"',
    (baseUrl) => {
      expect(reaches(baseUrl, 'https://evil.example')).toBe(false);
      expect(reaches(baseUrl, 'https://sms.example.com')).toBe(false);
    },
  );
});
