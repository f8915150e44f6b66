import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A document that is the same for many requests, with the hash that identifies this version. */
export interface Tagged {
  readonly body: Buffer;
  readonly etag: string;
}

export function tag(text: string): Tagged {
  const body = Buffer.from(text);
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` };
}

/** Sends a document, or 304 if the client already has this version. */
export function sendTagged(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { body, etag }: Tagged,
  type: string,
): FastifyReply {
  reply.headers({ etag, 'cache-control': 'no-cache' });
  const known = headers['if-none-match']?.split(',').map((one) => one.trim());
  // A proxy that compresses a response makes its ETag weak.
  if (known?.some((one) => one.replace(/^W\//, '') === etag)) return reply.code(304).send();
  return reply.type(type).send(body);
}
