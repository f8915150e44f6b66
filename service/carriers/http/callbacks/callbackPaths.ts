import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../../secrets/isSameSecret.ts';

/** The URLs below a carrier's callback URL, which nobody can guess. */
export interface CallbackPaths {
  /** The path for reports on one message, in the URL that goes to the provider with it. */
  readonly ofMessage: (messageId: string) => string;
  /** Returns the message of a path, if the service made the path. */
  readonly readMessageId: (path: string) => string | undefined;
  /** The path for texts. It is a secret, for providers that do not sign. */
  readonly texts: string;
  readonly isTexts: (path: string) => boolean;
  readonly prove: (nonce: string) => string;
}

/**
 * Derives the paths from the carrier's secrets, so that all processes know them without storing
 * them. If a secret changes, reports on earlier messages count only by the provider's ID.
 */
export function callbackPaths(carrier: string, secrets: readonly string[]): CallbackPaths {
  const key = createHmac('sha256', JSON.stringify(secrets)).update(`callback ${carrier}`).digest();
  const tag = (text: string) =>
    createHmac('sha256', key).update(text).digest('base64url').slice(0, 22);
  const texts = `texts/${tag('texts')}`;
  const ofMessage = (messageId: string) => `messages/${messageId}/${tag(`message ${messageId}`)}`;
  return {
    ofMessage,
    readMessageId: (path) => {
      const [, messageId] = /^messages\/(msg_\w+)\/[\w-]+$/.exec(path) ?? [];
      return messageId !== undefined && isSameSecret(path, ofMessage(messageId))
        ? messageId
        : undefined;
    },
    texts,
    isTexts: (path) => isSameSecret(path, texts),
    prove: (nonce) => tag(`check ${nonce}`),
  };
}

/** Makes paths of one kind, and also accepts those that the service made before. */
export const acceptEarlierPaths = (
  paths: CallbackPaths,
  earlier: CallbackPaths,
): CallbackPaths => ({
  ...paths,
  readMessageId: (path) => paths.readMessageId(path) ?? earlier.readMessageId(path),
  isTexts: (path) => paths.isTexts(path) || earlier.isTexts(path),
});
