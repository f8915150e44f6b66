import { limits } from './limits.ts';
import { record, schema } from './schema.ts';

/** The media of a new message, which the provider fetches from these URLs. */
export const mediaUrls = schema({
  type: 'array',
  title: 'Media URLs',
  description: `Public https URLs of up to ${limits.mediaPerMessage} pictures or other files, which make the message an MMS`,
  items: {
    type: 'string',
    title: 'Media URL',
    format: 'uri',
    maxLength: 2048,
    examples: ['https://example.com/menu.jpg'],
  },
  minItems: 1,
  maxItems: limits.mediaPerMessage,
  uniqueItems: true,
  examples: [['https://example.com/menu.jpg']],
});

/** The media of a stored message. */
export const media = schema({
  type: 'array',
  title: 'Media',
  description: 'Pictures and other files of an MMS; empty for an SMS',
  items: record({
    title: 'Media',
    properties: {
      url: {
        type: 'string',
        title: 'URL',
        description:
          'URL of the file: the one that you gave, or for a received message a link that expires',
        examples: ['https://example.com/menu.jpg'],
      },
      content_type: {
        type: 'string',
        description: 'Media type of the file, if the service knows it',
        nullable: true,
        examples: ['image/jpeg'],
      },
      size: {
        type: 'integer',
        description: 'Size of the file in bytes, if the service knows it',
        nullable: true,
        minimum: 0,
        examples: [48213],
      },
    },
  }),
  examples: [[]],
});
