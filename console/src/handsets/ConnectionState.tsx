import classes from './ConnectionState.module.css';
import type { Connection } from './queries.ts';

const labels: Record<Connection, string> = {
  connecting: 'Connecting…',
  live: 'Live',
  reconnecting: 'Reconnecting…',
};

/** Shows whether texts appear as they arrive. */
export function ConnectionState({ connection }: { connection: Connection }) {
  return (
    <span className={classes.state} data-state={connection} role="status">
      {labels[connection]}
    </span>
  );
}
