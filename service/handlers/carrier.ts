import { readStates } from '../carriers/state/readStates.ts';
import { fail, ServiceError } from '../errors/serviceError.ts';
import { requirePhone } from '../phones/requirePhone.ts';
import { lookUpFacts } from '../messages/lookUpFacts.ts';
import { chooseSender } from '../messages/checks/requireSender.ts';
import { sendMessages } from '../messages/sendMessages.ts';
import type { Call, Handlers } from './handlers.ts';

export const carrier = {
  async list(call) {
    requireOperator(call);
    return { data: await readStates(call.trx, call.context.carriers.setups) };
  },

  async test(call, { name, to, from }) {
    requireOperator(call);
    const { carriers } = call.context;
    if (!carriers.named(name))
      fail('not_found', { detail: 'CARRIERS has no carrier with this name.' });
    const sender = await findSender(call, name, from);
    const recipient = requirePhone(call, to, '/to');
    const route = carriers.route({
      from: sender.number,
      to: recipient,
      owner: sender.carrier,
      hasMedia: false,
      only: name,
    });
    if (!route.carrier)
      fail('no_route', {
        detail: 'No route in CARRIERS sends this text through this carrier.',
      });
    const text = `This is a test text from Textloom through the carrier ${name}.`;
    const [sent] = await sendMessages(call, [{ to: recipient, from: sender.number, text }]);
    if (sent instanceof ServiceError) throw sent;
    // The text tests this carrier, so no other may send it.
    await call.trx
      .updateTable('message')
      .set({ carrier: name, keeps_carrier: true })
      .where('id', '=', sent!.id)
      .execute();
    return sent!;
  },
} satisfies Handlers['carrier'];

/** The carriers belong to the operator of the service. */
function requireOperator({ account }: Call): void {
  if (!account.is_operator) fail('operator_only');
}

/** Returns the given sender, or the first one of the account that belongs to the carrier. */
async function findSender(
  call: Call,
  carrier: string,
  from: string | undefined,
): Promise<{ readonly number: string; readonly carrier: string | null }> {
  if (from !== undefined) return chooseSender(call, { from }, await lookUpFacts(call, [{ from }]));
  const found = await call.trx
    .selectFrom('number')
    .select(['number', 'carrier'])
    .where('account_id', '=', call.account.id)
    .where('carrier', '=', carrier)
    .where('status', '=', 'active')
    .orderBy('is_default', 'desc')
    .orderBy('id')
    .executeTakeFirst();
  return (
    found ??
    fail('sender_not_owned', {
      detail: `The account has no number of the carrier ${carrier}. Provision one first, in the console under Numbers.`,
    })
  );
}
