import { describe, expect, it } from '@jest/globals';
import { parseDecision } from '@textloom/shared/connector/parseDecision';

const words = { approve: ['yes'], decline: ['no'] };

describe('a decision in a reply', () => {
  it.each(['Yes\nSent from my iPhone', 'Yes\n\n \n Sent from my Galaxy S24.', 'Yes, please'])(
    'is an approval in %j',
    (reply) => expect(parseDecision(reply, words)).toMatchObject({ approved: true }),
  );

  it('is unclear if a condition follows the device', () => {
    expect(parseDecision('Yes\nSent from my phone only2 if', words)).toBeUndefined();
  });

  // A text of 255 parts has 39,000 characters, and its sender can be anyone.
  it('takes linear time to find', () => {
    const start = process.threadCpuUsage().user;
    for (const before of ['', 'yes', 'yes\nsent from my phone '])
      for (const piece of ['\n', ' ', '1', 'a1', '\n sent from my ', 'ok ', 'please '])
        parseDecision(`${before}${piece.repeat(39_000 / piece.length)}?`, words);
    expect((process.threadCpuUsage().user - start) / 1_000).toBeLessThan(1_500);
  });
});
