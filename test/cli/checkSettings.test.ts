import { describe, expect, it } from '@jest/globals';
import { checkSettings } from '../../service/cli/doctor/checkSettings.ts';
import { readConfig } from '../../service/config/config.ts';

describe('the doctor, for webhooks to private addresses', () => {
  const notes = (environment: Record<string, string>) =>
    checkSettings(readConfig(environment))
      .map(({ text }) => text)
      .filter((says) => says.includes('ALLOW_PRIVATE_WEBHOOKS'));
  const allow = { ALLOW_PRIVATE_WEBHOOKS: 'true' };

  it.each<Record<string, string>>([
    { HOST: '0.0.0.0' },
    { HOST: '0.0.0.0', DATABASE_URL: 'postgres://127.0.0.1/textloom' },
  ])('warns if they are allowed and other machines can connect, as with %j', (environment) => {
    expect(notes({ ...environment, ...allow })).toHaveLength(1);
    expect(notes(environment)).toEqual([]);
  });

  it('reports nothing if no other machine can connect', () => {
    expect(notes(allow)).toEqual([]);
    expect(notes({})).toEqual([]);
  });
});
