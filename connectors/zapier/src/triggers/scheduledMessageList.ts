import type { Bundle } from 'zapier-platform-core';
import type { Message } from '@textloom/shared/contract';
import { dropdown } from '../fields/dropdown.ts';

export const scheduledMessageList = dropdown({
  key: 'scheduled_message_list',
  noun: 'Message',
  label: 'List Scheduled Messages',
  asksFor: 'the scheduled messages',
  page: (client, query) => client.message.list({ ...query, status: 'scheduled' }),
  toOption: (message, bundle) => ({ id: message.id, label: scheduledLabel(message, bundle) }),
});

/** Returns a label such as "Jan 31, 2026, 10:30 AM GMT+1, +12025550123: Your appointment". */
function scheduledLabel({ to, text, send_at }: Message, { meta }: Bundle): string {
  if (send_at === null) return `${to}: ${text}`;
  const time = new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: chooseZone(meta.timezone),
    timeZoneName: 'short',
  }).format(new Date(send_at));
  // The platform of the process may write a narrow space before AM and PM.
  return `${time.replace(/\s/g, ' ')}, ${to}: ${text}`;
}

/** Zapier may pass no time zone, an empty one, or one that this version of Node.js does not know. */
function chooseZone(zone: string | null | undefined): string {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone || 'UTC' }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}
