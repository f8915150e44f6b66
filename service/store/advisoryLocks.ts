/**
 * The keys of all advisory locks, so that no two kinds of work share one. PostgreSQL keeps locks of
 * one key apart from locks of two keys.
 */
export const advisoryLocks = {
  /** The creation of the first account. */
  firstAccount: 7_465_787,
  /** The preparation of the queue's tables. */
  queueTables: 7_465_788,
  /** The migration of the tables. */
  migration: 7_465_790,
  /** The purchases of numbers of all accounts. */
  orders: 7_465_789,
  /** The replies of one person to a number. The second key is a hash of account and numbers. */
  replies: 7_465_792,
  /** The contact of a number with two spellings. The second key is a hash of account and number. */
  spellings: 7_465_791,
  /** The verifications of one account. The second key is the hash of its ID. */
  verifications: 7_465_788,
} as const;
