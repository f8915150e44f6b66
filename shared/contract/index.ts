import { account } from './account.ts';
import { audit } from './audit.ts';
import { broadcast } from './broadcast.ts';
import { carrier } from './carrier.ts';
import { consent } from './consent.ts';
import { contact } from './contact.ts';
import { exportContact } from './contactExport.ts';
import { conversation } from './conversation.ts';
import { erasure } from './erasure.ts';
import { event } from './event.ts';
import { key } from './key.ts';
import { list } from './list.ts';
import { message } from './message.ts';
import { number } from './number.ts';
import type { Operation } from './operation.ts';
import { registration } from './registration.ts';
import { report } from './report.ts';
import { review } from './review.ts';
import { verification } from './verification.ts';
import { webhook } from './webhook.ts';

/** Users see this name, and the packages are named after it. */
export const productName = 'Textloom';

/** Groups every operation of the API by resource. */
export const contract = {
  account,
  key,
  audit,
  message,
  contact: { ...contact, export: exportContact },
  list,
  conversation,
  consent,
  erasure,
  review,
  broadcast,
  verification,
  number,
  registration,
  report,
  webhook,
  event,
  carrier,
};
export type Contract = typeof contract;
export type Resource = keyof Contract;

/** Describes each resource. */
export const resources: Readonly<Record<Resource, string>> = {
  account: 'The account that an API key belongs to',
  key: 'The API keys of an account',
  audit: 'Who did what with which key',
  message: 'Sent and received text messages, and their delivery',
  conversation: 'The messages between one of your numbers and one phone number',
  contact: 'The people that you text, and their consent',
  list: 'Lists of contacts',
  consent: 'The ledger of who agreed or refused to be texted',
  erasure: 'Your erasure requests and their progress',
  review: 'Possible opt-outs, for a person to decide',
  broadcast: 'One text to many contacts',
  verification: 'Codes that prove that a person has a phone number',
  number: 'The numbers that send and receive messages',
  registration: 'Brands and campaigns that are registered for marketing in the US (10DLC)',
  report: 'Counts of messages',
  webhook: 'URLs that receive events as they happen',
  event: 'Events, in the form that webhooks deliver',
  carrier: 'The carriers of the service, for its operator',
};

/** Lists the operations flat, for code that derives something from each. */
export const operations: readonly {
  readonly resource: Resource;
  readonly name: string;
  readonly operation: Operation;
}[] = (Object.keys(contract) as Resource[]).flatMap((resource) =>
  Object.entries<Operation>(contract[resource]).map(([name, operation]) => ({
    resource,
    name,
    operation,
  })),
);

export * from './account.ts';
export * from './attempt.ts';
export * from './audit.ts';
export * from './broadcast.ts';
export * from './carrier.ts';
export * from './consent.ts';
export * from './contact.ts';
export * from './contactExport.ts';
export * from './conversation.ts';
export * from './deliveryDelays.ts';
export * from './erasure.ts';
export * from './errors.ts';
export * from './event.ts';
export * from './eventTypes.ts';
export { isSenderName, isShortCode, shortCodeDigits } from './fields.ts';
export * from './fieldLabel.ts';
export * from './formatCount.ts';
export * from './http.ts';
export * from './isPermission.ts';
export * from './jsonSchema.ts';
export * from './key.ts';
export * from './language.ts';
export * from './limits.ts';
export * from './list.ts';
export * from './mergeField.ts';
export * from './message.ts';
export * from './number.ts';
export * from './operation.ts';
export * from './plainPhone.ts';
export * from './registration.ts';
export * from './report.ts';
export * from './review.ts';
export * from './sample.ts';
export * from './schema.ts';
export * from './verification.ts';
export * from './webhook.ts';
export * from './wire.ts';
