import { describeStorm } from '../../service/carriers/describeStorm.ts';
import { httpDialect } from '../../service/carriers/providers/httpDialect.ts';
import { plivoDialect } from '../../service/carriers/providers/plivoDialect.ts';
import { smsgateDialect } from '../../service/carriers/providers/smsgateDialect.ts';
import { telnyxDialect } from '../../service/carriers/providers/telnyxDialect.ts';
import { twilioDialect } from '../../service/carriers/providers/twilioDialect.ts';
import { vonageDialect } from '../../service/carriers/providers/vonageDialect.ts';

describeStorm('twilio', twilioDialect);
describeStorm('vonage', vonageDialect);
describeStorm('telnyx', telnyxDialect);
describeStorm('plivo', plivoDialect);
describeStorm('smsgate', smsgateDialect, { isConclusive: true });
describeStorm('http', httpDialect);
