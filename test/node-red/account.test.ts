import { describe, expect, it } from '@jest/globals';
import type { NodeAPI } from '@node-red/registry';
import {
  getAccount,
  registerAccount,
  type Account,
} from '../../connectors/node-red/src/connection/account.ts';

/** Returns the account of a node with these settings. */
function openAccount(settings: object, config: object = {}, api_key = 'tl_key'): Account {
  const node = { credentials: { api_key } };
  const RED = {
    settings: { uiPort: 1880, ...settings },
    nodes: {
      createNode: () => undefined,
      getNode: () => node,
      registerType: (_type: string, create: (this: object, config: object) => void) =>
        create.call(node, { base_url: 'http://127.0.0.1:4010/v1', ...config }),
    },
  };
  const host = RED as object as NodeAPI;
  registerAccount(host);
  return getAccount(host, 'account');
}

/** Returns the address of a path, as an account gives it to the service. */
const getAddress = (settings: object, config: object = {}): string =>
  openAccount(settings, config).createUrl('node');

describe('the address of Node-RED', () => {
  it('is the public address of the account', () => {
    const address = getAddress({}, { public_url: ' https://red.example.com/api/ ' });
    expect(address).toBe('https://red.example.com/api/textloom/node');
  });

  it('is otherwise where the HTTP nodes of this Node-RED listen', () => {
    expect(getAddress({})).toBe('http://127.0.0.1:1880/textloom/node');
    const all = { uiHost: '0.0.0.0', https: {}, httpNodeRoot: '/api' };
    expect(getAddress(all)).toBe('https://127.0.0.1:1880/api/textloom/node');
    expect(getAddress({ uiHost: '10.0.0.7' })).toBe('http://10.0.0.7:1880/textloom/node');
    expect(getAddress({ uiHost: '::1' })).toBe('http://[::1]:1880/textloom/node');
  });

  it('is missing if Node-RED serves no HTTP nodes, and the error says so', () => {
    expect(() => getAddress({ httpNodeRoot: false })).toThrow(/httpNodeRoot is false/);
  });
});

describe('an account', () => {
  // Each request would find nothing, so contacts would seem to be missing and deletions to be done.
  it.each(['', 'sms.example.com/v1', 'https://sms.example.com', 'https://sms.example.com/docs'])(
    'refuses the base URL %j, and says how it begins and ends',
    (base_url) => {
      expect(() => openAccount({}, { base_url })).toThrow(
        /^The base URL of the Textloom account must begin with https:.* end with the API version/,
      );
    },
  );

  it.each(['http://127.0.0.1:4010/v1', ' https://sms.example.com/texts/v1/ '])(
    'takes the base URL %j',
    (base_url) => {
      expect(() => openAccount({}, { base_url })).not.toThrow();
    },
  );

  it('needs an API key', () => {
    expect(() => openAccount({}, {}, ' ')).toThrow(/^The Textloom account has no API key\./);
  });
});
