import { productName } from '@textloom/shared/contract';

/** How the app presents itself in Zapier's directory; docs/zapier-listing.md shows it and says the rest. */
export const listing = {
  title: productName,
  /** 140 characters at most, and without Zapier's name. */
  description: `${productName} is a text messaging service that you run yourself: send texts, follow each to the handset and get the replies.`,
  url: 'https://github.com/textloom/textloom',
} as const;
