import { refuse } from '../../errors/serviceError.ts';
import type { Medium } from '../../store/tables/messageTables.ts';
import { urlRefusal } from '../../webhooks/delivery/addressGuard.ts';
import type { DraftContext, NewMessage } from '../facts.ts';

/**
 * Returns the media of a new message, or null for an SMS. Refuses URLs that a provider on the
 * internet cannot reach.
 */
export function requireMedia(
  { context }: Pick<DraftContext, 'context'>,
  { media_urls: urls }: Pick<NewMessage, 'media_urls'>,
): Medium[] | null {
  if (!urls) return null;
  return urls.map((url, index) => {
    const refusal = urlRefusal(url, context.allowPrivateWebhooks);
    return refusal === undefined
      ? { url }
      : refuse(`/media_urls/${index}`, 'invalid_url', toClause(refusal));
  });
}

const toClause = (sentence: string): string =>
  `cannot be used, because ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
