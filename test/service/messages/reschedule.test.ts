import { openFolder } from '../harness/database.ts';
import { describeReschedules } from './reschedule.suite.ts';

describeReschedules('an embedded database', openFolder);
