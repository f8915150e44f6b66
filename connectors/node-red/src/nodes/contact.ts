import type { NodeAPI } from '@node-red/registry';
import { noneIfMissing, type Client } from '@textloom/shared/client';
import type { Contact, Infer } from '@textloom/shared/contract';
import { contactForm } from '../forms/contact.ts';
import { registerAction } from './action.ts';
import { badge } from './badge.ts';

/** Registers the node that saves, finds and deletes contacts. */
export const registerContact = (RED: NodeAPI): void =>
  registerAction(RED, contactForm, async ({ node, account, input, msg, send }) => {
    msg.payload = await account.inOrder(input.phone, () => carryOut(account.client, input));
    send(msg);
    node.status(badge('done'));
  });

async function carryOut(
  client: Client,
  { operation, phone, ...details }: Infer<typeof contactForm.schema>,
): Promise<Contact | null> {
  if (operation === 'save') return client.contact.upsert({ phone, ...details });
  if (operation === 'find')
    return (await client.contact.get({ id: phone }).catch(noneIfMissing)) ?? null;
  await client.contact.delete({ id: phone }).catch(noneIfMissing);
  return null;
}
