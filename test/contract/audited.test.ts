import { describe, expect, it } from '@jest/globals';
import { isAudited, isChange, operations } from '@textloom/shared/contract';

const toName = ({ resource, name }: (typeof operations)[number]) => `${resource}.${name}`;

/** Repeats the operations here, so that nobody removes one from the audit log by accident. */
const left = [
  'contact.confirm',
  'contact.update',
  'contact.upsert',
  'conversation.open',
  'conversation.read',
  'conversation.reply',
  'conversation.update',
  'list.addContact',
  'list.removeContact',
  'message.cancel',
  'message.send',
  'message.sendBatch',
  'verification.cancel',
  'verification.check',
  'verification.start',
  'webhook.acknowledge',
  'webhook.claim',
];

describe('the audit log', () => {
  it('contains every operation that changes something, except those with a reason', () => {
    const changes = operations.filter(({ operation }) => isChange(operation));
    const missing = changes.filter(({ operation }) => !isAudited(operation));
    expect(missing.map(toName).sort()).toEqual(left);
    for (const { operation } of missing) expect(operation.notAudited).toMatch(/^\w+( \S+){3,}$/);
  });

  it('contains every change that only an admin key can make', () => {
    const changes = operations.filter(
      ({ operation }) => operation.scope === 'admin' && isChange(operation),
    );
    expect(changes.length).toBeGreaterThan(8);
    expect(changes.filter(({ operation }) => !isAudited(operation)).map(toName)).toEqual([]);
  });

  it('contains reads only if they export a person, so that it costs reads nothing', () => {
    const reads = operations.filter(
      ({ operation }) => !isChange(operation) && isAudited(operation),
    );
    expect(reads.map(toName)).toEqual(['contact.export']);
    const useless = operations.filter(
      ({ operation }) => operation.notAudited && !isChange(operation),
    );
    expect(useless.map(toName)).toEqual([]);
  });
});
