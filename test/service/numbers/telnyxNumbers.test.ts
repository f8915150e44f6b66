import { describeNumbers } from './describeNumbers.ts';
import { profileId, telnyxDialect } from '../carriers/telnyxDialect.ts';
import { telnyxWire } from './telnyxWire.ts';

describeNumbers('telnyx', telnyxDialect, telnyxWire, {
  ownReceiver: new RegExp(`^${profileId}$`),
  refusal: '85001',
});
