import type { Call } from '../tools/tool.ts';

/**
 * Returns true if a message can have these media. The provider fetches each URL, so a text from outside
 * could let the agent send the operator a picture whose URL tells another server what the agent read.
 */
export const isAllowedMedia = (
  { settings, origin }: Pick<Call, 'settings' | 'origin'>,
  urls: readonly string[] = [],
): boolean =>
  settings.allowedRecipients === undefined ||
  settings.mustConfirm ||
  urls.every((url) => url.startsWith(`${origin}/media/`));
