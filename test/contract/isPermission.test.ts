import { expect, it } from '@jest/globals';
import { isPermission } from '@textloom/shared/contract';

it.each([
  ...['Opted out', 'Opt-Out', 'optedOut?', 'SMS opt-in', 'Has opted out of SMS', 'opted_out_at'],
  ...['Has Opted Out Of Mobile', 'et4ae5__HasOptedOutOfMobile__c', 'Opt-out list', 'smsoptout'],
  ...['hasoptedout', 'OPT_OUT', 'Double opt-in', 'optindate', 'Unsubscribed', 'SUBSCRIBED'],
  ...['Subscription status', 'Subscriber status', 'Blocked', 'Blacklist', 'No SMS', 'No marketing'],
  ...['Suppression', 'Suppressed', 'Declined', 'Consent revoked', 'DNC', 'Do not contact'],
  ...['DoNotText', 'donotcall', "Don't text", 'SMS Marketing Status', 'Stop SMS', 'Can text'],
  ...['SMS Marketing Consent State', 'SMS Consent Timestamp', 'TCPA Consent', 'GDPR Consent'],
  ...['SMS Permission', 'Accepts SMS Marketing', 'acceptsMarketing', 'Email and SMS consent'],
  ...['Abgemeldet', 'SMS-Einwilligung', 'Werbesperre', 'Kein SMS', 'Keine Werbung', 'Gesperrt'],
  ...['Baja', 'Fecha de baja', 'No molestar', 'Lista negra', 'Désabonné', 'Ne plus contacter'],
  ...['Baja SMS', 'SMS baja', 'Baja_SMS', 'Iscritto SMS', 'Inscrito SMS', 'subscribedsms'],
  ...[
    'subscribeddate',
    'textingoptout',
    'Liste noire',
    'Consentement',
    'Consenso',
    'Iscritto',
    'Toestemming',
    'Não perturbe',
  ],
])('a column %j could say who may get texts', (title) => {
  expect(isPermission(title)).toBe(true);
});

it.each([
  ...['Description', 'Option', 'Options', 'Opting date', 'Optician', 'Laptop in use', 'Adopted in'],
  ...['Laptop output', 'Block', 'Street block', 'Unblocked', 'Subscription', 'Subscription plan'],
  ...['Subscriber since', 'Subscriber ID', 'Consent form', 'Orthodontist', 'Order status', 'Notes'],
  ...['Phone No (Mobile)', 'Contact No. (Mobile)', 'Tel No Mobile', 'Emergency No Contact'],
  ...['Phone no', 'Contact no.', 'Marketing channel', 'Text color', 'Mobile 2', 'Acceptance date'],
  ...['Planta baja', 'Bloque', 'Baja California', 'Iscritto al corso', 'Casino', 'Shoe size', ''],
  // Another channel has its own opt-outs.
  ...[
    'Email opt-in',
    'HasOptedOutOfEmail',
    'Fax Opt Out',
    'Newsletter opt-in',
    'E-Mail Einwilligung',
  ],
])('a column %j says nothing about who may get texts', (title) => {
  expect(isPermission(title)).toBe(false);
});
