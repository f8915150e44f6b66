import type { Fault } from '../fault.ts';

const suite = 'test/service/carriers/providers/vonage.test.ts';
const file = 'service/carriers/providers/vonage/vonage.ts';
const tokens = 'service/carriers/providers/vonage/vonageTokens.ts';

// prettier-ignore
export const vonage: readonly Fault[] = [
  { file, find: "maxTextLength: 1_000,", plant: "", harm: 'lost', why: 'the service accepts a text that is too long for Vonage, and it fails later', suite, only: 'too long for Vonage' },
  { file: 'service/messages/draftMessages.ts', find: "hasMedia: media !== null, textLength };", plant: "hasMedia: media !== null, ...(textLength < 0 && { textLength }) };", harm: 'lost', why: 'a text is accepted although it is too long for its carrier', suite, only: 'too long for Vonage' },
  { file, find: "    found.delete('delivered') &&\n", plant: "    found.delete('') &&\n", harm: 'wrong', why: 'a long text counts as rejected because a receipt is late, so people send it again', suite, only: 'of a long text' },
  { file, find: "      payload_hash === createHash('sha256').update(body).digest('hex') &&\n", plant: "      payload_hash !== createHash('sha256').digest('hex') &&\n", harm: 'forged', why: 'a token of Vonage counts with any body', suite, only: 'another body' },
  { file: tokens, find: "if (!isSameSecret(signature, expected.digest('base64url')))", plant: "if (isSameSecret(signature, expected.digest('hex')))", harm: 'forged', why: 'a token counts that Vonage did not sign', suite, only: 'counts as the SDK counts it' },
  { file: tokens, find: "  if (decode(header).alg !== 'HS256') throw new Error('The token has another algorithm');\n", plant: "", harm: 'forged', why: 'a token counts whatever algorithm it names', suite, only: 'counts only with HS256' },
  { file, find: "      application_id === applicationId &&\n", plant: "", harm: 'forged', why: 'a callback for another application of the account counts', suite, only: 'counts only for its application' },
  { file, find: "      age <= maxAgeSeconds &&\n", plant: "", harm: 'forged', why: 'a callback of Vonage counts years later', suite, only: 'counts for three days' },
  { file, find: "const maxAgeSeconds = 73 * 3_600;", plant: "const maxAgeSeconds = 300;", harm: 'lost', why: 'a text is lost that Vonage delivers again days later', suite, only: 'counts for three days' },
  { file, find: "typeof reference === 'string' && /^msg_\\w+$/.test(reference) ? reference : undefined", plant: "undefined", harm: 'forged', why: 'a replayed receipt of Vonage settles the message whose address it comes to', suite, only: 'whose URL it arrives at' },
  { file, find: "        client_ref: messageId,\n", plant: "", harm: 'lost', why: 'Vonage cannot name the message of a lost response at the address of the application', suite, only: 'at the URL of the application' },
  { file, find: "  1240: 'opted_out',\n", plant: "", harm: 'opted out', why: 'a recipient whom Vonage blocks stays subscribed', suite, only: 'opts a recipient out' },
  { file, find: "isRepliedTo: optOutAssist &&", plant: "isRepliedTo:", harm: 'opted out', why: 'nobody confirms a STOP', suite, only: 'takes a STOP' },
  { file, find: "if (status < 400 || status >= 500 || code === undefined) return undefined;", plant: "if (status < 400 || code === undefined) return undefined;", harm: 'sent twice', why: 'a message is sent again after an error of the server of Vonage', suite, only: 'error of the server' },
  { file, find: "  if (accountFaults.includes(code)) return { kind: 'accountFault', code };\n", plant: "", harm: 'lost', why: 'messages fail instead of waiting while the account has no credit', suite, only: 'is about the account' },
  { file, find: "        from: withoutPlus(from),", plant: "        from,", harm: 'wrong', why: 'Vonage refuses a sender with a plus', suite, only: 'without a plus' },
  { file, find: "optOutAssist && repliedTo.test(content)", plant: "optOutAssist", harm: 'opted out', why: 'nobody confirms a STOP that Vonage does not know', suite, only: 'who replies' },
  { file: 'service/broadcasts/checkBroadcast.ts', find: "if (known.length > 0 && length > longest)", plant: "if (known.length === 0 && length > longest)", harm: 'lost', why: 'a broadcast whose text is too long for its carrier skips everybody and is complete', suite: 'test/service/carriers/providers/vonage.test.ts', only: 'too long for Vonage' },
];
