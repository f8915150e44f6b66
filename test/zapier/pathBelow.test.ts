import { describe, expect, it } from '@jest/globals';
import { pathBelow } from '../../connectors/zapier/src/connection/pathBelow.ts';

const base = 'https://sms.example.com/v1';

describe('a URL below the base URL', () => {
  it.each([
    ['/messages', '/messages'],
    ['messages?limit=5', '/messages?limit=5'],
    ['//messages', '/messages'],
    ['\\messages', '/messages'],
    ['https://sms.example.com/v1/messages', '/messages'],
    ['HTTPS://SMS.example.com:443/v1/messages', '/messages'],
    ['/lists/../messages', '/messages'],
    ['/@other.example/messages', '/@other.example/messages'],
    ['/contacts/+12025550123', '/contacts/+12025550123'],
    ['/v1/messages', '/messages'],
    ['v1/messages?limit=5', '/messages?limit=5'],
    ['/v10/messages', '/v10/messages'],
  ])('can be %s', (given, path) => {
    expect(pathBelow(base, given)).toBe(path);
  });

  it.each([
    'https://other.example/v1/messages',
    'http://sms.example.com/v1/messages',
    'https://sms.example.com:8443/v1/messages',
    'https://sms.example.com.other.example/v1/messages',
    'https://sms.example.com@other.example/v1/messages',
    'https://user:pass@sms.example.com/v1/messages',
    'https://sms.example.com/v10/messages',
    'https://sms.example.com/messages',
    '/../metrics',
    '/%2e%2e/metrics',
    '/messages/../../metrics',
    '/v1/../metrics',
    'file:///etc/passwd',
    'https://',
  ])('cannot be %s', (given) => {
    expect(pathBelow(base, given)).toBeUndefined();
  });
});

it('may contain the credentials of the base URL, and no others', () => {
  const behindProxy = 'https://user:pass@sms.example.com/v1';
  for (const given of ['/messages', `${behindProxy}/messages`])
    expect(pathBelow(behindProxy, given)).toBe('/messages');
  expect(pathBelow(behindProxy, 'https://user:other@sms.example.com/v1/messages')).toBeUndefined();
});

it('may repeat the whole path of the base URL, or the version alone', () => {
  for (const given of ['/sms/v1/messages', '/v1/messages', '/messages'])
    expect(pathBelow('https://example.com/sms/v1', given)).toBe('/messages');
});

it('may be any path if the base URL has no version', () => {
  for (const base of ['https://sms.example.com', 'https://example.com/sms'])
    for (const path of ['/messages', '/v1/messages']) expect(pathBelow(base, path)).toBe(path);
});
