import { contract, mayCall, productName } from '@textloom/shared/contract';
import { variables } from '../settings.ts';
import type { Call } from '../tools/tool.ts';
import { countSent } from './countSent.ts';
import { isAllowed } from './isAllowed.ts';
import { isAllowedMedia } from './isAllowedMedia.ts';
import type { NewText } from './sendOnce.ts';

const notAllowed =
  `This recipient is not on the list of the operator (${variables.allowedRecipients}), so nothing was ` +
  'sent. Tell the user. Do not try other numbers.';

const mediaNotAllowed =
  `With a list of recipients (${variables.allowedRecipients}) and without confirmation ` +
  `(${variables.mustConfirm}), this server sends only media that the service received, because a URL ` +
  'can tell another server what you read. Nothing was sent. Send the text without "media_urls".';

export const cannotAsk =
  `The operator requires that a person confirms each message (${variables.mustConfirm}), and this ` +
  'client cannot ask. Nothing was sent. Use a client that supports elicitation, or ask the ' +
  'operator to change the setting.';

const readOnly = `The API key of this ${productName} server can only read. Ask the operator for a key with the scope send.`;

/** Says why the operator does not let the agent send a message to its recipient, if that is so. */
export function findBarrier(call: Call, { to, media_urls }: NewText): string | undefined {
  if (!isAllowed(call.settings.allowedRecipients, to)) return notAllowed;
  return isAllowedMedia(call, media_urls) ? undefined : mediaNotAllowed;
}

/** Says that the agent has reached its daily limit, if it has. */
export async function findLimit({ client, settings, signal }: Call): Promise<string | undefined> {
  const { agent, messagesPerDay: most } = settings;
  if (most === undefined || (await countSent(client, agent, most, signal)) < most) return undefined;
  return (
    `The agent has reached its limit of ${most} message${most === 1 ? '' : 's'} in 24 hours ` +
    `(${variables.messagesPerDay}), so this call sent nothing. An earlier call may have sent the ` +
    'text: call list_messages to check. Tell the user to try again later or to ask the operator for ' +
    'a higher limit.'
  );
}

/** Says why send_message would send nothing, although the service would. */
export async function findObstacle(call: Call, message: NewText): Promise<string | undefined> {
  const { client, settings, canAsk, signal } = call;
  const barrier = findBarrier(call, message);
  if (barrier !== undefined) return barrier;
  const { scope } = await client.account.get({}, { signal });
  if (!mayCall(scope, contract.message.send)) return readOnly;
  if (settings.mustConfirm && !canAsk) return cannotAsk;
  return findLimit(call);
}
