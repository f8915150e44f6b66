/** What makes the contract's sample of a message one that has arrived. */
export const deliveredExample = {
  status: 'delivered',
  sequence: 3,
  sent_at: '2026-01-31T09:30:01.000Z',
  delivered_at: '2026-01-31T09:30:04.000Z',
  final_at: '2026-01-31T09:30:04.000Z',
} as const;
