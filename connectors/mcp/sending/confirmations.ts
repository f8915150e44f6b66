import { createHash } from 'node:crypto';
import { createRequestStateCodec, type RequestStateCodec } from '@modelcontextprotocol/server';

/** A person has 10 minutes to answer, and the answer takes time to arrive. */
const ttlSeconds = 660;

/**
 * Seals which message a question was about, because the state of a call passes through the client.
 * The seal depends on the API key, so that every process of the service accepts it.
 */
export const createConfirmations = (apiKey: string): RequestStateCodec<string> =>
  createRequestStateCodec({
    ttlSeconds,
    key: createHash('sha256').update(`mcp confirmation ${apiKey}`).digest(),
  });
