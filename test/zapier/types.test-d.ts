// This code is not executed. It is for type checking only.
import type { Bundle } from 'zapier-platform-core';
import type { Client } from '@textloom/shared/client';
import { contract, type Input } from '@textloom/shared/contract';
import { inputFields } from '../../connectors/zapier/src/fields/fields.ts';
import { readInputData } from '../../connectors/zapier/src/fields/readInputData.ts';
import { hook } from '../../connectors/zapier/src/hooks/hook.ts';

const { send } = contract.message;

export const typed = (bundle: Bundle): Input<typeof send> => readInputData(send.input, bundle);
export const sends = (client: Client, bundle: Bundle) =>
  client.message.send(readInputData(send.input, bundle));
const { upsert } = contract.contact;
export const mixedUp = (client: Client, bundle: Bundle) =>
  // @ts-expect-error a contact is not a message
  client.message.send(readInputData(upsert.input, bundle));
// @ts-expect-error a plan names only fields of the operation
export const unknownField = inputFields(send.input, { body: {} });
export const unknownEvent = hook({
  kind: 'message',
  // @ts-expect-error the contract must contain the event
  wanted: () => ['message.lost'],
  // @ts-expect-error a trigger shows only fields of the message
  shown: ['price'],
  example: {},
});
export const anotherKind = hook({
  kind: 'contact',
  // @ts-expect-error a message is not a contact
  wanted: () => ['message.received'],
  shown: ['phone'],
  example: {},
});
