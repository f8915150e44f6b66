import { defineTrigger } from 'zapier-platform-core';
import { events } from '@textloom/shared/contract';
import { hook } from '../hooks/hook.ts';

const { when } = events['contact.created'];

export const newContact = defineTrigger({
  key: 'new_contact',
  noun: 'Contact',
  display: { label: 'New Contact', description: `Triggers when ${when}.` },
  operation: hook({
    kind: 'contact',
    wanted: () => ['contact.created'],
    shown: [
      'phone',
      'first_name',
      'last_name',
      'email',
      'external_id',
      'attributes',
      'time_zone',
      'lists',
      'status',
      'consent',
      'created_at',
      'updated_at',
    ],
    example: {},
  }),
});
