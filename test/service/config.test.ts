import { describe, expect, it } from '@jest/globals';
import { readConfig } from '../../service/config.ts';
import { ConfigError } from '../../service/configError.ts';

describe('the settings of registration', () => {
  it('enforce nothing and take 36 hours where they are not set', () => {
    for (const environment of [{}, { ENFORCE_10DLC: ' ', REGISTRATION_REVIEW_HOURS: '' }])
      expect(readConfig(environment)).toMatchObject({
        enforce10dlc: false,
        registrationReviewHours: 36,
      });
  });

  it.each(['0', '0.01', '36'])('take %s hours', (hours) => {
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
  ])('refuse %s=%s by name', (name, value) => {
    const read = () => readConfig({ [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(name);
  });
});
