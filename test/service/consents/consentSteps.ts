import type { Message } from '@textloom/shared/contract';
import type { Account } from '../harness/harness.ts';
import { until } from '../harness/until.ts';

/** Types a text on a handset, and waits for the resulting message. */
export async function receivedFrom(
  account: Account,
  from: string,
  text: string,
  to = account.number,
): Promise<Message> {
  const list = async () =>
    (await account.client.message.list({ direction: 'inbound', from, to, limit: 100 })).data;
  const before = (await list()).length;
  await account.textFrom(from, text, to);
  return until('the text has arrived', async () => {
    const messages = await list();
    return messages.length > before && messages[0];
  });
}

/** Adds a number to an account, and returns it. */
export async function secondNumber(account: Account): Promise<string> {
  const { data } = await account.client.number.available({ area_code: '312', limit: 100 });
  const { number } = await account.client.number.provision({ number: data[0]!.number });
  return number;
}
