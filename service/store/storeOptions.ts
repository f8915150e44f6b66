/** The options of pg-boss. */
export const bossOptions = {
  useListenNotify: true,
  schedule: false,
  superviseIntervalSeconds: 2,
  monitorIntervalSeconds: 2,
};

/** Limits how long a request waits for a connection to PostgreSQL, in milliseconds. */
export const requestConnectMs = 5_000;

/**
 * How many messages one transaction may change. More would block other transactions for too long.
 */
export const maxMessagesPerTransaction = 500;
