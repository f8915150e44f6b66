import { describeNumbers } from './describeNumbers.ts';
import { applicationId } from '../carriers/providers/vonageDialect.ts';
import { vonageWire, vonageWithNumbers } from './vonageWire.ts';

describeNumbers('vonage', vonageWithNumbers, vonageWire, {
  ownReceiver: new RegExp(`^${applicationId}$`),
  refusal: '420',
});
