import { handset, type Account } from '../harness/harness.ts';
import { describeCarrier, type CarrierEmulator, type Fate } from './describeCarrier.ts';

const outcomes: Partial<Record<Fate, number>> = {
  delivered: 10,
  undelivered: 50,
  refused: 52,
  throttled: 60,
  early: 54,
  doubled: 55,
  contradicted: 56,
};

/** The handsets are their own other side. */
function openHandsets(): CarrierEmulator {
  let account: Account | undefined;
  let area = 300;
  return {
    settings: {},
    connect: (_target, owner) => (account = owner),
    recipient: (fate) => handset(outcomes[fate]!, ++area),
    takenBy: async (recipient) =>
      (await account!.textsOn(recipient))
        .filter(({ direction }) => direction === 'to_handset')
        .map(({ text }) => text),
    mediaOf: async (recipient) =>
      (await account!.textsOn(recipient))
        .filter(({ direction }) => direction === 'to_handset')
        .map(({ media }) => media.map(({ url }) => url)),
    text: ({ from, text }) => account!.textFrom(from, text),
    close: () => Promise.resolve(),
  };
}

describeCarrier('handset', {
  open: () => Promise.resolve(openHandsets()),
  name: 'handset',
  lacks: ['lost', 'silent', 'slow', 'doubled text'],
  knowsRefs: true,
});
