import type { Fault } from '../fault.ts';

const suite = 'test/service/carriers/providers/smsgate.test.ts';
const file = 'service/carriers/providers/smsgate/smsgate.ts';

// prettier-ignore
export const smsgate: readonly Fault[] = [
  { file, find: "        deviceId: settings.deviceId,\n        phoneNumbers: [to],", plant: "        phoneNumbers: [to],", harm: 'sent twice', why: 'a repeated request reaches another phone, which does not know the ID', suite, only: 'to one phone' },
  { file, find: "if (status === 409) return", plant: "if (status === 410) return", harm: 'wrong', why: 'a message that the phone has counts as failed', suite, only: 'knows the ID' },
  { file, find: "aboutDevice.test(String(message))", plant: "aboutDevice.test('')", harm: 'lost', why: 'every message fails while device_id is wrong', suite, only: 'settings are wrong' },
  { file, find: 'isRecent(timestamp, now) &&', plant: '', harm: 'forged', why: 'a recorded callback counts forever', suite, only: 'five minutes' },
  { file, find: "isSameSecret(signature, smsgateSignature(signingKey, body, timestamp))", plant: "signature.length >= 0", harm: 'forged', why: 'anyone can report deliveries and texts', suite, only: 'another key, body' },
  { file, find: "if (call.deviceId !== deviceId) return [];", plant: "void call.deviceId;", harm: 'another account', why: 'a text to another phone appears at the number of this one', suite, only: 'about this phone' },
  { file, find: "readSimSlot(payload) !== simNumber", plant: "readSimSlot(payload) === 0", harm: 'another account', why: 'a text to the second SIM appears at the number of the first', suite, only: 'about this phone' },
  { file, find: "JSON.stringify([from, time, ...parts])", plant: "JSON.stringify([from, time])", harm: 'lost', why: 'one of two texts of the same second is lost', suite, only: 'all its doubles' },
  { file, find: "Date.parse(receivedAt) || receivedAt", plant: "receivedAt", harm: 'wrong', why: 'a text that the phone reports again in another time zone appears twice', suite, only: 'all its doubles' },
  { file, find: '/webhooks`, basic', plant: '/health`, basic', harm: 'wrong', why: 'wrong credentials pass the test of the carrier', suite, only: 'checks the credentials' },
  { file, find: "kind: 'throttled', keepsCarrier: true", plant: "kind: 'throttled'", harm: 'sent twice', why: 'a message that a phone may have goes out over another carrier, too', suite, only: '503 of a proxy' },
];
