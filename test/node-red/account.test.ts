import { describe, expect, it } from '@jest/globals';
import type { NodeAPI } from '@node-red/registry';
import { getAccount, registerAccount } from '../../connectors/node-red/src/connection/account.ts';

/** Returns the address of a path, as an account gives it to the service. */
function getAddress(settings: object, config: object = {}): string {
  const node = { credentials: { api_key: 'tl_key' } };
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
  return getAccount(host, 'account').createUrl('node');
}

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
