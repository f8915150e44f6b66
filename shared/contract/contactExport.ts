import { consentSchema } from './consent.ts';
import { contactSchema } from './contact.ts';
import { conversationSchema } from './conversation.ts';
import { contactKey, listInput, nextPage } from './fields.ts';
import { formatCount } from './formatCount.ts';
import { limits } from './limits.ts';
import { messageSchema } from './message.ts';
import { operation } from './operation.ts';
import { reviewSchema } from './review.ts';
import { record } from './schema.ts';
import { verificationSchema } from './verification.ts';

const newest = `the newest ${formatCount(limits.exportedRecords)}; only on the first page`;

/** Exports what the service stores about a person. */
export const exportContact = operation({
  method: 'GET',
  path: '/contacts/{id}/export',
  summary: 'Export contact',
  description:
    'Gets everything that the service stores about a person, by contact ID or phone number; also works with a number without a contact. Events and stored responses repeat this data and are left out',
  scope: 'read',
  input: { ...listInput({ id: contactKey }), required: ['id'] },
  output: record({
    title: 'Contact Export',
    properties: {
      phone: {
        type: 'string',
        description: 'The number in E.164 form',
        examples: ['+12025550123'],
      },
      contact: { ...contactSchema, nullable: true },
      conversations: {
        type: 'array',
        title: 'Conversations',
        description: `Conversations, ${newest}`,
        items: conversationSchema,
        examples: [[]],
      },
      consents: {
        type: 'array',
        title: 'Consents',
        description: `Consent records, ${newest}`,
        items: consentSchema,
        examples: [[]],
      },
      reviews: {
        type: 'array',
        title: 'Reviews',
        description: `Reviews, ${newest}`,
        items: reviewSchema,
        examples: [[]],
      },
      verifications: {
        type: 'array',
        title: 'Verifications',
        description: `Verifications, ${newest}`,
        items: verificationSchema,
        examples: [[]],
      },
      messages: {
        type: 'array',
        title: 'Messages',
        description: 'A page of the sent and received messages, newest first',
        items: messageSchema,
        examples: [[]],
      },
      ...nextPage,
    },
  }),
  status: 200,
  audited: true,
  errors: ['not_found', 'invalid_cursor'],
});
