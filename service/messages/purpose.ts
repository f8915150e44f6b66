import type { Message } from '@textloom/shared/contract';

export type Purpose = Message['purpose'];

/** Messages leave a queue in this order, so that a one-time code goes out before a campaign. */
export const priorityByPurpose: Record<Purpose, number> = {
  otp: 3,
  alert: 2,
  notification: 1,
  marketing: 0,
};
