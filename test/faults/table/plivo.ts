import type { Fault } from '../fault.ts';

const suite = 'test/service/carriers/providers/plivo.test.ts';
const file = 'service/carriers/providers/plivo.ts';

// prettier-ignore
export const plivo: readonly Fault[] = [
  { file, find: "${query && form && '.'}${form}.${nonce}", plant: "${query && form && '.'}.${nonce}", harm: 'forged', why: 'a signature counts with another body', suite, only: 'is the same as by the SDK|does not count for another' },
  { file, find: "${form}.${nonce}`", plant: "${form}.`", harm: 'lost', why: 'no signature of Plivo counts', suite, only: 'is the same as by the SDK' },
  { file, find: "const start = query || form ? `${stripQuery(url)}?${query}` : url;", plant: "const start = url + (form && !query ? '?' : '');", harm: 'lost', why: 'no callback counts at a URL with an unsorted query', suite, only: 'is the same as by the SDK' },
  { file, find: "    if (messageId === undefined && !isAtTextsPath) return false;\n", plant: "", harm: 'forged', why: 'a signature that does not cover the body counts at an address that everybody knows', suite, only: 'counts version 2' },
  { file, find: "if (given.length > 0) {", plant: "if (given.length > 0 && isAmong(given, plivoSignature(authToken, url, headers['x-plivo-signature-v3-nonce'] ?? '', parseForm(body.toString())))) {", harm: 'forged', why: 'a request whose body was changed counts by its weaker signature', suite, only: 'counts version 2' },
  { file, find: "sign(authToken, stripQuery(url) + nonce)", plant: "sign(authToken, stripQuery(url))", harm: 'lost', why: 'no callback in version 2 of the signature counts', suite, only: 'in version 2' },
  { file, find: ", `x-plivo-signature-ma-v${version}`", plant: "", harm: 'lost', why: 'no callback counts that only the main account signs', suite, only: 'counts in either header' },
  { file, find: "headers[name]?.split(',')", plant: "headers[name]?.split(';')", harm: 'lost', why: 'no callback counts while Plivo signs with two tokens', suite, only: 'counts in either header' },
  { file: 'service/carriers/http/callbacks/parseForm.ts', find: "if (++fields > maxFields)", plant: "if (++fields < 0)", harm: 'limit', why: 'anyone can keep the service busy with fields of forged callbacks', suite, only: 'does not count for another' },
  { file, find: "sortedPairs(parseForm(", plant: "sortedPairs(new URLSearchParams(", harm: 'limit', why: 'anyone can keep the service busy with a long query of a forged callback', suite, only: 'does not count for another' },
  { file, find: "  200: 'opted_out',\n", plant: "", harm: 'opted out', why: 'a recipient who opted out at Plivo stays subscribed', suite, only: 'whom a receipt names' },
  { file, find: "  ['optout', 'stop'],\n", plant: "", harm: 'opted out', why: 'a STOP that only Plivo recognizes does not count', suite, only: 'takes a STOP' },
  { file, find: "isRepliedTo: keyword !== undefined,", plant: "isRepliedTo: false,", harm: 'sent twice', why: 'both Plivo and the service reply to a STOP', suite, only: 'covers a text' },
  { file, find: "  if (status >= 400 && status < 500 && /", plant: "  if (status >= 400 && /", harm: 'sent twice', why: 'a message is sent again after an error of the server', suite, only: 'means what' },
  { file, find: "return { kind: 'accountFault', code: 'insufficient credit' };", plant: "return undefined;", harm: 'lost', why: 'messages fail instead of waiting while the account has no credit', suite, only: 'means what' },
  { file, find: "return status === 403 ? {", plant: "return status === 423 ? {", harm: 'down', why: 'a message to a barred country stops all others', suite, only: 'means what' },
  { file, find: "Math.min(Math.max(lifeSeconds, expirySeconds.min), expirySeconds.max)", plant: "Math.max(lifeSeconds, expirySeconds.min)", harm: 'lost', why: 'Plivo refuses a message with a long validity', suite, only: 'sends the text' },
  { file, find: "        method: 'POST',\n", plant: "", harm: 'lost', why: 'the method of reports depends on a default of Plivo', suite, only: 'sends the text' },
  { file, find: "fields.get(fields.get('Type') === 'mms' ? 'Body' : 'Text')", plant: "fields.get('Text')", harm: 'lost', why: 'the text of an MMS is lost', suite, only: 'covers a text' },
  { file, find: "reply: { type: 'application/xml', body: '<Response/>' },", plant: "reply: { type: 'text/plain', body: 'OK' },", harm: 'wrong', why: 'Plivo can read the response as a reply to the sender', suite, only: 'gets a reply in XML' },
  { file, find: "`${messagesUrl(settings)}${ref}/`,", plant: "`${messagesUrl(settings)}${ref}`,", harm: 'lost', why: 'nobody can ask Plivo for the receipt of a lost callback', suite, only: 'no callback brings' },
];
