import { describeStorm } from '../service/carriers/describeStorm.ts';
import { httpDialect } from '../service/carriers/httpDialect.ts';
import { plivoDialect } from '../service/carriers/plivoDialect.ts';
import { smsgateDialect } from '../service/carriers/smsgateDialect.ts';
import { telnyxDialect } from '../service/carriers/telnyxDialect.ts';
import { twilioDialect } from '../service/carriers/twilioDialect.ts';
import { vonageDialect } from '../service/carriers/vonageDialect.ts';

describeStorm('twilio', twilioDialect);
describeStorm('vonage', vonageDialect);
describeStorm('telnyx', telnyxDialect);
describeStorm('plivo', plivoDialect);
describeStorm('smsgate', smsgateDialect, { isConclusive: true });
describeStorm('http', httpDialect);
