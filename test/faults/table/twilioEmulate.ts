import type { Fault } from '../fault.ts';

const suite = 'test/service/carriers/providers/twilioEmulate.test.ts';
const file = 'service/carriers/providers/twilio/twilio.ts';
const response = 'service/carriers/providers/twilio/readTwilioResponse.ts';
const signature = 'service/carriers/providers/twilio/twilioSignature.ts';

// prettier-ignore
export const twilioEmulate: readonly Fault[] = [
  { file: signature, find: ".update(url + pairs.join(''))", plant: ".update(url + pairs.join('&'))", harm: 'lost', why: 'no receipt counts that another program signs as Twilio does', suite, only: 'its receipts count' },
  { file, find: "        StatusCallback: callbackUrl,\n", plant: "", harm: 'lost', why: 'Twilio reports on no message', suite, only: 'its receipts count' },
  { file: response, find: "  return status === 429 ? undefined : { kind: 'accountFault', code: String(code) };", plant: "  return { kind: 'refused', error: 'carrier_rejected', code: String(code) };", harm: 'lost', why: 'messages fail while the token is wrong', suite, only: 'a wrong token' },
  { file: signature, find: "    isSameSecret(given, twilioSignature(token, spelling, fields)),", plant: "    given.length === twilioSignature(token, spelling, fields).length,", harm: 'forged', why: 'a callback counts with any token', suite, only: 'a wrong token' },
];
