import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { receivedFrom, secondNumber } from './consentSteps.ts';
import { handset, type Account, type Harness } from '../harness/harness.ts';

const phones = [handset(20, 526), handset(21, 526)] as const;

/** What people, the account and its administrators do. */
const actions = {
  text: fc.constantFrom('STOP', 'START', 'Enough', 'Resume', 'YES', 'Please stop texting me'),
  status: fc.constantFrom('subscribed', 'pending', 'opted_out'),
  import: fc.constantFrom('', 'opted_out', 'subscribed'),
  consent: fc.constant(''),
  delete: fc.constant(''),
  confirm: fc.constant(''),
  decide: fc.constantFrom('confirm', 'dismiss'),
  scope: fc.constantFrom('account', 'number'),
};
type Action = keyof typeof actions;

const step = fc.oneof(
  ...(Object.keys(actions) as Action[]).map((does) => ({
    weight: does === 'text' ? 6 : 1,
    arbitrary: fc.record({
      does: fc.constant(does),
      how: actions[does] as fc.Arbitrary<string>,
      phone: fc.constantFrom(...phones),
      toSecond: fc.boolean(),
    }),
  })),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Tests that the ledger tells the same as the opt-outs, whatever has happened. */
export function describeConsentLaw(harness: () => Harness): void {
  const play = async (account: Account, second: string, one: Step): Promise<void> => {
    const { does, how, phone, toSecond } = one;
    const consent = { source: 'Form', at: new Date().toISOString() };
    const path = `/contacts/${encodeURIComponent(phone)}`;
    switch (does) {
      case 'text':
        await receivedFrom(account, phone, how, toSecond ? second : undefined);
        break;
      case 'status':
        // Half of these requests come without consent, and some are refused.
        await account.json(toSecond ? 'PATCH' : 'POST', toSecond ? path : '/contacts', {
          ...(toSecond ? {} : { phone }),
          status: how,
          ...(toSecond && { consent }),
        });
        break;
      case 'import':
        await account.client.contact.import({ csv: `phone,status\n${phone},${how}\n`, consent });
        break;
      case 'consent':
        await account.json('POST', '/contacts', { phone, consent });
        break;
      case 'delete':
        await account.json('DELETE', path);
        break;
      case 'confirm':
        await account.json('POST', `${path}/confirm`, {});
        break;
      case 'decide': {
        const [open] = (await account.client.review.list({ status: 'open' })).data;
        if (open) await account.json('POST', `/reviews/${open.id}/decide`, { decision: how });
        break;
      }
      case 'scope':
        await account.json('PATCH', '/account', { opt_out_scope: how });
        break;
    }
  };

  /** Returns which numbers a person has opted out of, by the last entry for each. */
  const readLedger = async (account: Account, phone: string): Promise<ReadonlySet<string>> => {
    const { data } = await account.client.consent.list({ phone, limit: 100 });
    const last = new Map<string, string>();
    for (const { number, action } of data.reverse())
      if (action !== 'confirmation_requested') last.set(number ?? 'all', action);
    return new Set([...last].flatMap(([number, action]) => (action === 'opted_out' ? number : [])));
  };

  describe('the ledger', () => {
    it('agrees with the opt-outs, the contacts and the checks, after any history', async () => {
      const histories = fc.sample(fc.array(step, { minLength: 12, maxLength: 18 }), 5);
      const played: { history: Step[]; account: Account; second: string }[] = [];
      for (const history of histories) {
        const account = harness().account();
        played.push({ history, account, second: await secondNumber(account) });
      }
      await Promise.all(
        played.map(async ({ history, account, second }) => {
          for (const one of history) await play(account, second, one);
          for (const phone of phones) {
            const optedOut = await readLedger(account, phone);
            for (const from of [account.number, second]) {
              const preview = await account.client.message.preview({ to: phone, text: 'Hi', from });
              const isBlocked = preview.problem?.code === 'recipient_opted_out';
              const expected = optedOut.has('all') || optedOut.has(from);
              expect({ history, phone, from, isBlocked }).toEqual({
                history,
                phone,
                from,
                isBlocked: expected,
              });
            }
            const [contact] = (await account.client.contact.list({ phone })).data;
            if (!contact) continue;
            const { status, opted_out_numbers } = contact;
            expect({ history, phone, isOut: status === 'opted_out', opted_out_numbers }).toEqual({
              history,
              phone,
              isOut: optedOut.has('all'),
              opted_out_numbers: [...optedOut].filter((number) => number !== 'all').sort(),
            });
          }
        }),
      );
    });
  });
}
