import type { Fault } from '../fault.ts';

const it = { file: 'shared/webhooks.ts', suite: 'test/webhooks.test.ts' };

// prettier-ignore
export const webhookSignatures: readonly Fault[] = [
  { ...it, find: "key.symmetricKeySize! < shortestKey ? undefined : key", plant: "key", harm: 'forged', why: 'anyone can sign for a receiver whose secret is empty' },
  { ...it, find: "const shortestKey = 24;", plant: "const shortestKey = 1;", harm: 'forged', why: 'a secret that can be guessed is accepted' },
  { ...it, find: "if (Math.abs(now / 1000 - Number(timestamp)) > toleranceSeconds) {", plant: "if (false) {", harm: 'forged', why: 'an old delivery can be repeated forever' },
  { ...it, find: "Math.abs(now / 1000 - Number(timestamp))", plant: "(now / 1000 - Number(timestamp))", harm: 'forged', why: 'a delivery from the future can be repeated until then' },
  { ...it, find: "`${id}.${timestamp}.${body}`", plant: "`${timestamp}.${body}`", harm: 'forged', why: 'a delivery can be repeated with another ID' },
  { ...it, find: 'if (!genuine) throw new WebhookVerificationError(signatureMismatch);', plant: "", harm: 'forged', why: 'any signature is accepted' },
  { ...it, find: "a.length === b.length && timingSafeEqual(a, b)", plant: "timingSafeEqual(a, b.subarray(0, a.length))", harm: 'forged', why: 'the beginning of a signature is accepted' },
  { ...it, find: "throw new RangeError(`A webhook secret must have at least ${shortestKey} bytes`);", plant: "return '';", harm: 'forged', why: 'deliveries go out unsigned' },
  { ...it, find: ".update(`webhook:${url}`)", plant: ".update('webhook:')", harm: 'forged', why: 'the secret of one address is valid for all others' },
  { ...it, find: "if (!apiKey.trim()) throw new RangeError('A webhook secret can only be derived from an API key');", plant: "", harm: 'forged', why: 'without an API key, everyone knows the secret' },
  { ...it, find: "[headers.webhookSignature]: secrets\n", plant: "[headers.webhookSignature]: secrets\n      .slice(0, 1)\n", harm: 'lost', why: 'during a rotation, half of the receivers refuse deliveries' },
  { ...it, find: "const genuine = keys.some((key) => {", plant: "const genuine = keys.slice(0, 1).some((key) => {", harm: 'lost', why: 'a receiver that knows both secrets refuses the newer one' },
  { ...it, find: "const keys = secrets.map(parseKey).filter((key) => key !== undefined);", plant: "const keys = secrets.map((secret) => parseKey(secret)!);", harm: 'down', why: 'an empty secret next to a valid one makes every delivery fail' },
  { ...it, find: "createHmac('sha256', key).update(`${id}", plant: "createHmac('sha1', key).update(`${id}", harm: 'lost', why: 'other receivers of Standard Webhooks refuse every delivery' },
  { ...it, find: "throw new WebhookVerificationError('The webhook body is not valid JSON');", plant: "return {} as Event;", harm: 'wrong', why: 'a body that is not JSON becomes an event' },
];
