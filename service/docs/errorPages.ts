import { errors, messageErrors, type MessageErrorCode } from '@textloom/shared/contract';

interface ErrorPage {
  readonly title: string;
  readonly remedy: string;
  /** The HTTP status, if a response can have this code. */
  readonly status?: number;
  /** Whether a message can have this code. */
  readonly isMessageError: boolean;
  /** Whether a retry can succeed later. */
  readonly retryable: boolean;
}

/**
 * The remedies for messages that did not arrive. Codes that requests also use have their remedies
 * in the contract.
 */
const remedies: Readonly<Record<Exclude<MessageErrorCode, keyof typeof errors>, string>> = {
  sender_released: 'Send the message again from a number of your account.',
  carrier_rejected:
    'See carrier_code for the error code of the carrier. Check the recipient, the sender, and the text before you send the message again.',
  carrier_undeliverable:
    'Check that the number exists and can receive texts. If the error persists, ask the recipient for another number.',
  carrier_discarded:
    'Carriers block messages that look like spam. Say who you are, avoid shortened links, and send only to people who asked for the messages.',
  media_rejected:
    'See carrier_code for the error code of the carrier. Check that everyone can open the URLs in media_urls, and that the carrier supports files of this type and size.',
  carrier_expired:
    'The phone was off or unreachable. Send the message again if it is still relevant.',
  carrier_unavailable: 'The connection to the carrier failed. Send the message again later.',
  ttl_expired: 'Send the message again. If it can arrive later, set a longer time to live.',
  no_receipt:
    'The message might have arrived. To avoid a duplicate, ask the recipient before you send it again.',
};

/** The pages of all codes of requests and messages. */
export const errorPages: ReadonlyMap<string, ErrorPage> = new Map([
  ...Object.entries(errors).map(
    ([code, { title, remedy, status, ...rest }]): [string, ErrorPage] => [
      code,
      {
        title,
        remedy,
        status,
        isMessageError: code in messageErrors,
        retryable: 'retryable' in rest,
      },
    ],
  ),
  ...Object.entries(remedies).map(([code, remedy]): [string, ErrorPage] => {
    const { message, retryable } = messageErrors[code as keyof typeof remedies];
    return [code, { title: message, remedy, isMessageError: true, retryable }];
  }),
]);
