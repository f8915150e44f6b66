/**
 * Lists names that another provider might spell differently. Each is changed only in the contract.
 */
export const wireChanges: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'shared/contract/message.ts': [
    ["path: '/messages", "path: '/texts"],
    ['\n    text: {', "\n    text: {\n      wire: 'body',"],
    ["title: 'Status',", "title: 'Status', wireValues: { delivered: 'DELIVERED' },"],
  ],
  'shared/contract/http.ts': [
    ["{ header: 'Authorization', prefix: 'Bearer ' }", "{ header: 'X-Api-Key', prefix: '' }"],
    ["requestId: 'Request-Id'", "requestId: 'X-Trace-Id'"],
    ["webhookId: 'webhook-id'", "webhookId: 'Webhook-Event'"],
  ],
  'shared/contract/eventTypes.ts': [
    ["title: 'Message Received',", "title: 'Message Received', wire: 'sms.in',"],
  ],
};
