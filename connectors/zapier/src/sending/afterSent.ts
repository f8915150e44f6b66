import type { ZObject } from 'zapier-platform-core';
import { ApiError } from '@textloom/shared/client';
import { limits } from '@textloom/shared/contract';
import { getEffect, halted, zapierError } from '../connection/errors.ts';

const explainReplay = (happened: string): string =>
  `${happened} To see what happens to the message, use Find Message. A replay of this run sends it again, unless Deduplication Key is filled in and the message is less than ${limits.idempotencyHours} hours old.`;
export const notWaiting = explainReplay(
  'The service accepted the message but could not set up the wait.',
);
export const notResumed = explainReplay(
  'The service accepted the message but did not report what happened to it.',
);

/** Zapier repeats a run with an error for this time. */
const autoreplayHours = 11;

/**
 * Returns until when a run may end with an error, because the service still knows the user's key in
 * each replay. Returns undefined for a message without a key.
 */
export const computeRepeatableUntil = (
  key: string | undefined,
  createdAt: string,
): string | undefined =>
  key === undefined
    ? undefined
    : new Date(
        Date.parse(createdAt) + (limits.idempotencyHours - autoreplayHours) * 3_600_000,
      ).toISOString();

/**
 * Throws an error of the service after the message is sent. Zapier repeats a run with an error, but with
 * another URL, so the run halts unless the user's key lets it repeat without another message.
 */
export const rethrowSent =
  (z: ZObject, words: string, repeatableUntil: string | undefined) =>
  (error: unknown): never => {
    if (!(error instanceof ApiError)) throw error;
    if (getEffect(error) === 'expired') throw zapierError(z, error, [], `${words} `);
    const mayRepeat = repeatableUntil !== undefined && Date.now() < Date.parse(repeatableUntil);
    throw mayRepeat ? new z.errors.Error(words, error.code) : halted(z, words);
  };
