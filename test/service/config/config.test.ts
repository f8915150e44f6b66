import { describe, expect, it } from '@jest/globals';
import { readConfig } from '../../../service/config/config.ts';
import { ConfigError } from '../../../service/config/configError.ts';

describe('the settings of registration', () => {
  it('enforce nothing and default to 36 hours', () => {
    for (const environment of [{}, { ENFORCE_10DLC: ' ', REGISTRATION_REVIEW_HOURS: '' }])
      expect(readConfig(environment)).toMatchObject({
        enforce10dlc: false,
        registrationReviewHours: 36,
      });
  });

  it.each(['0', '0.01', '36'])('accept %s hours', (hours) => {
    const environment = { ENFORCE_10DLC: 'true', REGISTRATION_REVIEW_HOURS: hours };
    expect(readConfig(environment)).toMatchObject({
      enforce10dlc: true,
      registrationReviewHours: Number(hours),
    });
  });

  it.each([
    ['REGISTRATION_REVIEW_HOURS', '36.1'],
    ['REGISTRATION_REVIEW_HOURS', '-1'],
    ['REGISTRATION_REVIEW_HOURS', 'soon'],
    ['ENFORCE_10DLC', 'yes'],
  ])('reject %s=%s and name the setting', (name, value) => {
    const read = () => readConfig({ [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(name);
  });
});

it('a refused URL is quoted without its user name and password', () => {
  const read = () => readConfig({ PUBLIC_URL: 'https://user:p@ss@sms.example.com' });
  expect(read).toThrow('It is "…@sms.example.com".');
});

it('sessions of agents need one process, or a person who says that they work', () => {
  const sessions = (environment: Record<string, string>) => readConfig(environment).mcpSessions;
  const DATABASE_URL = 'postgres://localhost/textloom';
  expect([sessions({}), sessions({ DATABASE_URL })]).toEqual([true, false]);
  expect(sessions({ DATABASE_URL, MCP_SESSIONS: 'true' })).toBe(true);
  expect(sessions({ MCP_SESSIONS: 'false' })).toBe(false);
});

describe('webhooks to private addresses', () => {
  const allowed = (environment: Record<string, string>) =>
    readConfig(environment).allowPrivateWebhooks;

  it.each(['', '127.0.0.1', '127.9.8.7', '::1', 'localhost'])(
    'are allowed if HOST "%s" excludes other machines',
    (HOST) => {
      expect(allowed({ HOST })).toBe(true);
    },
  );

  it.each([
    '0.0.0.0',
    '::',
    '192.168.1.5',
    '128.0.0.1',
    '127.example.com',
    'localhost.example.com',
  ])('are refused if HOST %s admits other machines', (HOST) => {
    expect(allowed({ HOST })).toBe(false);
  });

  it('are refused with a DATABASE_URL, because other machines share the database', () => {
    const DATABASE_URL = 'postgres://db.example.com/textloom';
    expect(allowed({ DATABASE_URL })).toBe(false);
    expect(allowed({ DATABASE_URL, HOST: '127.0.0.1' })).toBe(false);
  });

  it.each(['true', 'false'])('follow ALLOW_PRIVATE_WEBHOOKS=%s', (text) => {
    for (const HOST of ['127.0.0.1', '0.0.0.0'])
      expect(allowed({ HOST, ALLOW_PRIVATE_WEBHOOKS: text })).toBe(text === 'true');
  });
});
