import { describe, expect, it } from '@jest/globals';
import {
  toHeaderName,
  readAccess,
  readSettings,
  refuseUnknown,
  variables,
} from '../../connectors/mcp/settings.ts';

const read = (environment: Readonly<Record<string, string>>) =>
  readSettings((name) => environment[name]);

describe('the settings of the operator', () => {
  it('limit nothing unless they are set', () => {
    const empty: Record<string, string>[] = [
      {},
      { TEXTLOOM_MESSAGES_PER_DAY: ' ', TEXTLOOM_CONFIRM: '' },
    ];
    for (const environment of empty)
      expect(read(environment)).toEqual({
        agent: 'agent:mcp',
        allowedRecipients: undefined,
        messagesPerDay: undefined,
        mustConfirm: false,
      });
  });

  it('accept numbers as people write them', () => {
    const { allowedRecipients } = read({
      TEXTLOOM_ALLOWED_RECIPIENTS: '+1 (202) 555-0100,+44 20*, +4930123456',
    });
    expect(allowedRecipients).toEqual(['+12025550100', '+4420*', '+4930123456']);
  });

  it.each([
    ['TEXTLOOM_ALLOWED_RECIPIENTS', ' '],
    ['TEXTLOOM_ALLOWED_RECIPIENTS', '2025550100'],
    ['TEXTLOOM_ALLOWED_RECIPIENTS', '+12025550100,'],
    ['TEXTLOOM_ALLOWED_RECIPIENTS', '*'],
    ['TEXTLOOM_ALLOWED_RECIPIENTS', 'Ada'],
    ['TEXTLOOM_MESSAGES_PER_DAY', '-1'],
    ['TEXTLOOM_MESSAGES_PER_DAY', 'ten'],
    ['TEXTLOOM_MESSAGES_PER_DAY', '2001'],
    ['TEXTLOOM_CONFIRM', 'yes'],
    ['TEXTLOOM_AGENT', 'two words'],
  ])('reject %s=%s in a sentence that names the setting', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(new RegExp(`^${name} must .*\\.$`));
  });

  it('do not include a misspelled name', () => {
    const known = Object.values(variables);
    expect(() => refuseUnknown(['PATH', ...known], known)).not.toThrow();
    expect(() => refuseUnknown(['TEXTLOOM_ALLOWED_RECIPIENT'], known)).toThrow(
      /^TEXTLOOM_ALLOWED_RECIPIENT is not a setting.*TEXTLOOM_ALLOWED_RECIPIENTS/,
    );
    const others = ['TEXTLOOM_BASE_URL'];
    expect(() => refuseUnknown(others, known, others)).not.toThrow();
    expect(() => refuseUnknown(['TEXTLOOM_X'], known, others)).toThrow(/^((?!BASE_URL).)*$/);
  });

  it('are headers with the same names at /mcp', () => {
    expect(Object.values(variables).map(toHeaderName)).toEqual([
      'Textloom-Agent',
      'Textloom-Allowed-Recipients',
      'Textloom-Messages-Per-Day',
      'Textloom-Confirm',
    ]);
  });
});

describe('the base URL and the key of the service', () => {
  const key = 'tl_send_abc';
  const access = (TEXTLOOM_URL?: string, TEXTLOOM_API_KEY?: string) => () =>
    readAccess((name) => ({ TEXTLOOM_URL, TEXTLOOM_API_KEY })[name]);

  it('are read without spaces and slashes at the end', () => {
    expect(access(' http://127.0.0.1:4010/v1/ ', ` ${key}\n`)()).toEqual({
      baseUrl: 'http://127.0.0.1:4010/v1',
      apiKey: key,
    });
  });

  // Without the version, each object would seem to be missing.
  it.each([[undefined], [''], ['127.0.0.1:4010/v1'], ['http://'], ['https://sms.example.com']])(
    'reject the URL %j',
    (url) => {
      expect(access(url, key)).toThrow(/^TEXTLOOM_URL must be the URL/);
    },
  );

  it.each([[undefined], [''], ['tl_send abc'], ['tl_“send”']])(
    'reject the key %j without showing it',
    (written) => {
      expect(access('http://127.0.0.1:4010/v1', written)).toThrow(
        /^TEXTLOOM_API_KEY must be an API key of your account, without spaces or line breaks\.$/,
      );
    },
  );
});
