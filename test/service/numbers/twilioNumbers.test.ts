import { describeNumbers } from './describeNumbers.ts';
import { twilioDialect } from '../carriers/twilioDialect.ts';
import { twilioWire } from './twilioWire.ts';

describeNumbers('twilio', twilioDialect, twilioWire, {
  ownReceiver: /^POST https:\/\/sms\.example\.com\/textloom\/carriers\/acme\/texts\/[\w-]+$/,
  refusal: '21422',
});
