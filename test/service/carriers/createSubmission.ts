import type { Submission } from '../../../service/carriers/carrier.ts';
import { createLease } from '../../../service/carriers/lease.ts';

/** Creates a short text to submit to a carrier. */
export const createSubmission = (more: Partial<Submission> = {}): Submission => ({
  messageId: 'msg_1',
  accountId: 'acc_1',
  claim: 'clm_1',
  lease: createLease(Infinity),
  from: '+12025550100',
  to: '+12025550123',
  text: 'Hello',
  media: [],
  encoding: 'gsm7',
  segments: 1,
  expiresAt: null,
  attempts: 0,
  ...more,
});
