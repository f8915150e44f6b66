import { account } from './account.ts';
import { contact } from './contact.ts';
import { event } from './event.ts';
import { key } from './key.ts';
import { list } from './list.ts';
import { message } from './message.ts';
import { number } from './number.ts';
import type { Operation } from './operation.ts';
import { registration } from './registration.ts';
import { report } from './report.ts';
import { webhook } from './webhook.ts';

/** The name people see; the packages are named after it. */
export const productName = 'Textloom';

/** Every operation of the API, by resource. */
export const contract = {
  account,
  key,
  message,
  contact,
  list,
  number,
  registration,
  report,
  webhook,
  event,
};
export type Contract = typeof contract;
export type Resource = keyof Contract;

/** What each resource is about. */
export const resources: Readonly<Record<Resource, string>> = {
  account: 'The account that an API key belongs to',
  key: 'The API keys of an account',
  message: 'Text messages: sending them, following their delivery, and those that came in',
  contact: 'The people who are texted, and whether they want to be',
  list: 'Lists that contacts are on',
  number: 'The numbers that messages leave from and come in on',
  registration: 'Brands and campaigns that are registered for marketing in the US (10DLC)',
  report: 'Counts of messages',
  webhook: 'Addresses that are told of events as they happen',
  event: 'What happened, as the webhooks tell it',
};

/** The operations as a flat list, for whoever derives something from each. */
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
export * from './contact.ts';
export * from './errors.ts';
export * from './event.ts';
export * from './events.ts';
export * from './http.ts';
export * from './jsonSchema.ts';
export * from './key.ts';
export * from './list.ts';
export * from './message.ts';
export * from './number.ts';
export * from './operation.ts';
export * from './registration.ts';
export * from './report.ts';
export * from './sample.ts';
export * from './schema.ts';
export * from './webhook.ts';
export * from './wire.ts';
