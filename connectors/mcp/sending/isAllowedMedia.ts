import type { Call } from '../tools/tool.ts';

/**
 * Matches what follows the folder in a link to received media. Any other path or query would lead
 * elsewhere on the same host.
 */
const receivedLink = /^[\w-]+(?:\?expires=\d+&signature=[\w-]+)?$/;

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
  urls.every((url) => isReceived(url, `${origin}/media/`));

const isReceived = (url: string, folder: string): boolean =>
  url.startsWith(folder) && receivedLink.test(url.slice(folder.length));
