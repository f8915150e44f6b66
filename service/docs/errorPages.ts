import { errors, messageErrors, type MessageErrorCode } from '@textloom/shared/contract';

interface ErrorPage {
  readonly title: string;
  readonly remedy: string;
  /** HTTP status, where a request is answered with it. */
  readonly status?: number;
  /** Whether a message may carry it. */
  readonly ofMessage: boolean;
  /** Whether the same again may succeed later. */
  readonly retryable: boolean;
}

/** What to do about a message that did not arrive; a code that requests share has the words of those. */
const remedies: Readonly<Record<Exclude<MessageErrorCode, keyof typeof errors>, string>> = {
  sender_released: 'Send the message again from a number that the account has.',
  carrier_rejected:
    'Look at carrier_code, the own word of the carrier; check the recipient, the sender and the text before you send it again.',
  carrier_undeliverable:
    'Check that the number exists and takes texts; ask the recipient for another one if it goes on.',
  carrier_discarded:
    'Carriers drop what looks like spam: say who you are, avoid shortened links, and send to those who asked for it.',
  carrier_expired: 'The phone was off or out of reach. Send the message again if it still matters.',
  carrier_unavailable: 'Send the message again later; the fault is on the way to the carrier.',
  ttl_expired: 'Send the message again, with a longer time to live if it may arrive later.',
  no_receipt:
    'The message may have arrived. Ask the recipient before you send it again, or they may get it twice.',
};

/** Every code that a request is answered with or a message carries. */
export const errorPages: ReadonlyMap<string, ErrorPage> = new Map([
  ...Object.entries(errors).map(
    ([code, { title, remedy, status, ...rest }]): [string, ErrorPage] => [
      code,
      { title, remedy, status, ofMessage: code in messageErrors, retryable: 'retryable' in rest },
    ],
  ),
  ...Object.entries(remedies).map(([code, remedy]): [string, ErrorPage] => {
    const { message, retryable } = messageErrors[code as keyof typeof remedies];
    return [code, { title: message, remedy, ofMessage: true, retryable }];
  }),
]);
