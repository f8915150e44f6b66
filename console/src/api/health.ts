import { operation, type Output } from '@textloom/shared/contract';

/** Responds without a key, so it is not part of the messaging API. */
export const health = operation({
  method: 'GET',
  path: '/health',
  summary: 'Get health',
  description: 'Checks that the service works',
  scope: 'read',
  input: { type: 'object', properties: {} },
  output: {
    type: 'object',
    properties: { status: { type: 'string' }, version: { type: 'string' } },
    required: ['status', 'version'],
  },
  status: 200,
  errors: [],
});
export type Health = Output<typeof health>;
