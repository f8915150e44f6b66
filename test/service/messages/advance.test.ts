import { expect, it } from '@jest/globals';
import { messageStatus, type MessageStatus } from '@textloom/shared/contract';
import { transitions, unsentStatuses } from '../../../service/messages/statusMachine.ts';
import { describeAdvance } from './advance.suite.ts';
import { openFolder } from '../harness/database.ts';

describeAdvance('PGlite', openFolder);

it('the unsent statuses are all those that can lead to "sent"', () => {
  const canLead = (status: MessageStatus): boolean =>
    transitions[status].some((next) => next === 'sent' || canLead(next));
  expect(unsentStatuses).toEqual(messageStatus.enum.filter(canLead));
});
