import { openSmsc, type Plan } from './smsc.ts';
import { describeCarrier, type CarrierEmulator, type Fate } from '../describeCarrier.ts';

const throttled = 0x58;
const refused = 0x45;
const ucs2 = 0x08;

const delivered = { afterMs: 30, stat: 'DELIVRD' };
const plans: Partial<Record<Fate, (times: number) => Plan>> = {
  undelivered: () => ({ receipts: [{ afterMs: 30, stat: 'UNDELIV' }] }),
  refused: () => ({ status: refused }),
  throttled: (times) => (times <= 2 ? { status: throttled } : {}),
  lost: () => ({ drops: 'end', receipts: [{ afterMs: 1_000, stat: 'DELIVRD' }] }),
  silent: () => ({ drops: 'end', receipts: [] }),
  early: () => ({ responseDelayMs: 300, receipts: [{ afterMs: 0, stat: 'DELIVRD' }] }),
  doubled: () => ({ receipts: [delivered, { ...delivered, afterMs: 60 }] }),
  contradicted: () => ({ receipts: [delivered, { afterMs: 100, stat: 'UNDELIV' }] }),
  slow: () => ({ responseDelayMs: 1_500 }),
};

/** A message center whose recipients have fates. */
async function openCenter(): Promise<CarrierEmulator> {
  const fates = new Map<string, Fate>();
  const times = new Map<string, number>();
  const smsc = await openSmsc({
    plan: ({ to }) => {
      times.set(to, (times.get(to) ?? 0) + 1);
      return plans[fates.get(to) ?? 'delivered']?.(times.get(to)!) ?? {};
    },
  });
  let recipients = 0;
  return {
    settings: { host: '127.0.0.1', port: smsc.port, system_id: 'textloom' },
    connect: () => undefined,
    recipient: (fate) => {
      const phone = `+1312${5_550_000 + ++recipients}`;
      fates.set(phone.slice(1), fate);
      return phone;
    },
    takenBy: (recipient) =>
      Promise.resolve(
        smsc.submits
          .filter(({ to, status }) => to === recipient.slice(1) && status === 0)
          .map(({ octets }) => octets.toString('latin1')),
      ),
    text: ({ from, to, text }) =>
      smsc.deliver({
        from: from.slice(1),
        to: to.slice(1),
        sourceTon: 1,
        destinationTon: 1,
        dataCoding: ucs2,
        octets: Buffer.from(text, 'utf16le').swap16(),
      }),
    close: smsc.close,
  };
}

describeCarrier('smpp', {
  open: openCenter,
  // SMPP gives a text no ID.
  lacks: ['doubled text'],
  knowsRefs: false,
});
