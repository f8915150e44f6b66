import { openEmptyFolder, openPostgres } from '../../service/harness/database.ts';
import { describeBroadcastCrashes } from './broadcast.suite.ts';

/** Shortens the test: `BROADCAST_RECIPIENTS=3000`. */
const recipients = Number(process.env.BROADCAST_RECIPIENTS ?? 100_000);

describeBroadcastCrashes('PostgreSQL', openPostgres, { recipients, kills: 3, processes: 2 });
describeBroadcastCrashes('PGlite', openEmptyFolder, {
  recipients: Math.min(recipients, 10_000),
  kills: 1,
  processes: 1,
});
