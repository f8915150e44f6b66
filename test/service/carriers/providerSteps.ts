import type { ContactStatus, Message } from '@textloom/shared/contract';
import { until } from '../harness/until.ts';
import type { Opened } from './describeCarrier.ts';
import type { ProviderEmulator, TakenMessage } from './providerEmulator.ts';

/** Sends a message whose response is lost, so that only a receipt settles it. */
export async function sendSilently({
  emulator,
  account,
}: Opened<ProviderEmulator>): Promise<Pick<Message, 'id' | 'to'> & { taken: TakenMessage }> {
  const to = emulator.recipient('silent');
  const { id } = await account.client.message.send({ to, text: 'Hello' });
  await account.reaches(id, 'sent');
  return { id, to, taken: emulator.taken().find((one) => one.to === to)! };
}

/** Waits until the contact of a phone has a status. */
export const contactBecomes = (
  { account }: Pick<Opened<ProviderEmulator>, 'account'>,
  phone: string,
  status: ContactStatus,
): Promise<boolean> =>
  until(`the contact is ${status}`, async () => {
    const { data } = await account.client.contact.list({ phone });
    return data[0]?.status === status;
  });
