const windowMinutes = 5;

/** Formats the rate of messages that were sent within five minutes. */
export const perMinute = (sent: number): string =>
  `${(sent / windowMinutes).toLocaleString(undefined, { maximumFractionDigits: 1 })}/min`;
