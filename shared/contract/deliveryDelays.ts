const minute = 60;
const hour = 60 * minute;

/**
 * How many seconds the service waits after the first, second, … failed attempt to deliver an event: the
 * delays of Standard Webhooks, and half a minute, in which most receivers restart.
 */
export const deliveryDelays: readonly number[] = [
  5,
  30,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/** Each delay varies randomly by up to this part of it, either way. */
export const deliveryJitter = 0.2;
