import { expect, it } from '@jest/globals';
import { reasonOfRefusal } from '../../../service/broadcasts/skippedReason.ts';
import { ServiceError } from '../../../service/errors/serviceError.ts';

it.each([
  ['/contact_id', 'contact_deleted'],
  ['/from', 'not_allowed'],
] as const)(
  'a message that is refused because of an unknown %s is skipped as %s',
  (pointer, reason) => {
    const fieldErrors = [{ pointer, code: 'not_found', detail: 'is unknown' }] as const;
    expect(reasonOfRefusal(new ServiceError('validation_failed', { fieldErrors }))).toBe(reason);
  },
);
