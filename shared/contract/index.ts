import { account } from './account.ts';
import { contact } from './contact.ts';
import { event } from './events.ts';
import { message } from './message.ts';
import { number } from './number.ts';
import type { Operation } from './operation.ts';
import { webhook } from './webhook.ts';

/** The name people see; the packages are named after it. */
export const productName = 'Textloom';

/** Every operation of the API, by resource. */
export const contract = { account, message, contact, number, webhook, event };
export type Contract = typeof contract;
export type Resource = keyof Contract;

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
export * from './events.ts';
export * from './http.ts';
export * from './jsonSchema.ts';
export * from './message.ts';
export * from './number.ts';
export * from './operation.ts';
export * from './sample.ts';
export * from './schema.ts';
export * from './webhook.ts';
export * from './wire.ts';
