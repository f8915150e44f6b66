import type { Message } from '@textloom/shared/contract';

export type Purpose = Message['purpose'];

/** What waits in a queue goes out in this order: a code that is typed in now before a campaign. */
export const priorityOf: Record<Purpose, number> = {
  otp: 3,
  alert: 2,
  notification: 1,
  marketing: 0,
};
