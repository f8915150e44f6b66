import { describeStorm } from '../service/carriers/describeStorm.ts';
import { twilioDialect } from '../service/carriers/twilioDialect.ts';

describeStorm('twilio', twilioDialect);
