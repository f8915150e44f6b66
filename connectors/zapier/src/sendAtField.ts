/** How a step asks when to send. */
export const sendAtField = {
  helpText:
    'When to send, up to 35 days ahead. If empty, immediately. A time without a zone, such as `tomorrow 9am`, uses the time zone of your Zapier account.',
} as const;
