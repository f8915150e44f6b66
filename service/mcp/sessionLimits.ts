import { day, minute } from '../times/durations.ts';

/** The limits of sessions. The README of the MCP server describes them. */
export const sessionLimits = {
  perAccount: 20,
  /** The sessions of one process. */
  total: 500,
  /** The calls of one session that have no response yet. */
  calls: 20,
  /** The characters of a request, and of the ID of a call, because a session keeps both. */
  bodyLength: 100_000,
  idLength: 100,
  /** The newest events that a session keeps for a broken connection, and their characters. */
  events: 20,
  eventsLength: 256_000,
  /** How long a session can be unused. */
  idleMs: day,
  /** How long a session is unused before the process can end it in favor of a new one. */
  quietMs: 30 * minute,
} as const;
