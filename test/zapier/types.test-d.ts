// This code is not executed. It is for type checking only.
import type { Bundle } from 'zapier-platform-core';
import type { Client } from '@textloom/shared/client';
import { contract, type Input } from '@textloom/shared/contract';
import { inputFields } from '../../connectors/zapier/src/fields/fields.ts';
import { inputOf } from '../../connectors/zapier/src/fields/inputOf.ts';
import { hook } from '../../connectors/zapier/src/hooks/hook.ts';

const { send } = contract.message;

export const typed = (bundle: Bundle): Input<typeof send> => inputOf(send.input, bundle);
export const sends = (client: Client, bundle: Bundle) =>
  client.message.send(inputOf(send.input, bundle));
const { upsert } = contract.contact;
export const mixedUp = (client: Client, bundle: Bundle) =>
  // @ts-expect-error a contact is no message
  client.message.send(inputOf(upsert.input, bundle));
// @ts-expect-error a plan names fields of the operation only
export const unknownField = inputFields(send.input, { body: {} });
export const unknownEvent = hook({
  kind: 'message',
  // @ts-expect-error an event is in the contract
  wanted: () => ['message.lost'],
  // @ts-expect-error a trigger shows what a message has
  shown: ['price'],
  example: {},
});
export const anotherKind = hook({
  kind: 'contact',
  // @ts-expect-error a message is no contact
  wanted: () => ['message.received'],
  shown: ['phone'],
  example: {},
});
