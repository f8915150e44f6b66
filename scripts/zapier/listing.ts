import { productName } from '@textloom/shared/contract';

/** The listing of the app in Zapier's directory. For details, see docs/zapier-listing.md. */
export const listing = {
  title: productName,
  /** At most 140 characters, without Zapier's name. */
  description: `${productName} is a text messaging service that you run yourself: send texts, follow each to the handset and get the replies.`,
  url: 'https://github.com/textloom/textloom',
} as const;
