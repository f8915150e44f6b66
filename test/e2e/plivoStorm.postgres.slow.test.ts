import { describeStorm } from '../service/carriers/describeStorm.ts';
import { plivoDialect } from '../service/carriers/plivoDialect.ts';

describeStorm('plivo', plivoDialect);
