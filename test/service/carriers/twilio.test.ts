import { describeHttpCarrier } from './describeHttpCarrier.ts';
import { twilioDialect } from './twilioDialect.ts';

describeHttpCarrier('twilio', twilioDialect);
