import type { Fault } from '../fault.ts';

const engine = 'test/service/carriers/httpCarrier.test.ts';
const twilio = 'test/service/carriers/providers/twilio.test.ts';
const generic = 'test/service/carriers/providers/http.test.ts';
const settings = 'test/service/carriers/settings.test.ts';
const carrier = 'service/carriers/http/httpCarrier.ts';
const find = 'service/carriers/http/createFind.ts';
const classifying = 'service/carriers/http/classify.ts';
const sending = 'service/carriers/http/send.ts';
const pace = 'service/carriers/http/requestLimiter.ts';
const paths = 'service/carriers/http/callbacks/callbackPaths.ts';
const twilioCode = 'service/carriers/providers/twilio/twilio.ts';
const twilioResponse = 'service/carriers/providers/twilio/readTwilioResponse.ts';
const genericCode = 'service/carriers/providers/http/http.ts';
const genericResponse = 'service/carriers/providers/http/readHttpResponse.ts';
const genericCallback = 'service/carriers/providers/http/readHttpCallback.ts';
const recording = 'service/dispatch/recordCallbacks.ts';

// prettier-ignore
export const httpCarriers: readonly Fault[] = [
  { file: 'service/carriers/http/httpAdvice.ts', find: 'hasDefaultUrl\n', plant: 'hasDefaultUrl === undefined\n', harm: 'wrong', why: 'an outage of the network is blamed on a setting that nobody made', suite: settings, only: 'sends people to their network' },
  { file: 'service/carriers/http/defineHttpCarrier.ts', find: "normalizeAddress(written.trim(), unknownTon, defaultCountry)", plant: "normalizeAddress(written.trim(), unknownTon)", harm: 'lost', why: 'texts are lost if a provider writes numbers in national format', suite: generic, only: 'of the default country' },
  { file: classifying, find: "[303, 408, 425]", plant: "[408, 425]", harm: 'sent twice', why: 'a text is sent again and again to a provider that shows the result elsewhere', suite: engine, only: '303' },
  { file: 'service/carriers/providers/http/template.ts', find: "JSON.parse(body, keepDigits)", plant: "(JSON.parse(body, (_name, value: unknown) => value ?? keepDigits) as unknown)", harm: 'another account', why: 'a receipt with a long number as its ID counts for the message of another account', suite: generic, only: 'about one message each' },
  { file: 'service/carriers/createBackoff.ts', find: "Math.max(askedMs, grownMs)", plant: "(askedMs || grownMs)", harm: 'limit', why: 'a provider that asks for pauses of no length gets requests without end', suite: engine, only: 'asks for no pause' },
  { file: twilioResponse, find: "const senderQueueFull = 21_611;", plant: "const senderQueueFull = 0;", harm: 'lost', why: 'messages fail while the queue of their sender at Twilio is full', suite: twilio, only: 'try this message again' },
  { file: 'service/carriers/http/createAttempt.ts', find: "case 'retry':\n          limiter.release('responded');", plant: "case 'retry':\n          limiter.release('throttled');", harm: 'limit', why: 'a sender whose queue at the provider is full pauses the carrier for everyone', suite: engine, only: 'refuses for now' },
  { file: 'service/carriers/http/createAttempt.ts', find: "computeRetryMs(message.attempts)", plant: "computeRetryMs(0)", harm: 'limit', why: 'a message that the provider refuses for now takes a request per second', suite: engine, only: 'refuses for now' },
  { file: 'service/carriers/http/createAttempt.ts', find: "return { ...retryWith('temporary_error'), retryAfterMs: retryMs };", plant: "return retryWith('temporary_error');", harm: 'down', why: 'one message that a provider always forbids stops all others', suite: engine, only: 'does not serve it' },
  { file: 'service/carriers/http/createAttempt.ts', find: "pausesSender: true }", plant: "pausesSender: false }", harm: 'limit', why: 'each message of a sender whose queue at the provider is full takes a request per minute', suite: engine, only: 'pauses a sender' },
  { file: 'service/dispatch/senderQueue.ts', find: "case when number.paced_until > now() then 0 else ${limit} end", plant: "${limit}", harm: 'limit', why: 'a sender without a pace ignores the pause that its carrier asked for', suite: 'test/service/dispatch/dispatchToCarriers.test.ts', only: 'whose queue at the carrier is full' },
  { file: twilioResponse, find: "21635: 'no_route',", plant: "", harm: 'wrong', why: 'a text to a landline fails without the reason', suite: twilio, only: '21635' },
  { file: twilioCode, find: "30032: 'unregistered',", plant: "", harm: 'wrong', why: 'a text from a toll-free number without verification fails without the reason', suite: twilio, only: '30032' },
  { file: 'service/carriers/http/createAttempt.ts', find: "if (error instanceof LostResponseError) return 'lost';", plant: "void LostResponseError;", harm: 'sent twice', why: 'a message whose response is lost is sent again', suite: engine, only: 'is cut' },
  { file: 'service/carriers/http/createAttempt.ts', find: "error instanceof LateError ? 'unsent' : 'failed'", plant: "'failed'", harm: 'down', why: 'a process that was suspended stops sending to a carrier that works', suite: engine, only: 'suspended process' },
  { file: find, find: "if (asked.kind === 'absent' && lookUps?.isConclusive) return;", plant: "if (asked.kind === 'absent') return;", harm: 'sent twice', why: 'a message that a slow list does not show yet is sent again after a crash', suite: engine, only: 'does not show it' },
  { file: 'service/carriers/http/createLookUps.ts', find: "if (found.kind === 'absent' && times > 0)", plant: "if (found.kind !== 'absent')", harm: 'sent twice', why: 'a message is sent again although the provider could not be asked', suite: engine, only: 'definitely does not know' },
  { file: find, find: "if (asked.kind === 'unknown' && canWait)", plant: "if (asked.kind === 'found' && canWait)", harm: 'lost', why: 'a message that was never sent counts as sent after a crash', suite: engine, only: 'cannot be asked' },
  { file: find, find: " && !isExpired(message);", plant: ";", harm: 'wrong', why: 'after a crash, a message waits for an unreachable phone beyond its time to live', suite: engine, only: 'has expired' },
  { file: 'service/carriers/http/createLookUps.ts', find: "if (found.kind === 'unknown' && isExpired(message)) return found;", plant: "", harm: 'wrong', why: 'a message whose response was lost waits for an unreachable phone beyond its time to live', suite: engine, only: 'has expired' },
  { file: carrier, find: "isFull ||= !limiter.take();", plant: "isFull = !limiter.take() && messages.length < 0;", harm: 'limit', why: 'the provider gets more requests at the same time than it allows', suite: engine, only: 'no more requests' },
  { file: sending, find: "isConnected ? new LostResponseError(reason) : new UnsentError(reason)", plant: "new LostResponseError(reason)", harm: 'lost', why: 'messages count as sent while the provider is unreachable', suite: engine, only: 'nothing listens' },
  { file: classifying, find: "  return { kind: 'unknown' };\n}", plant: "  return { kind: 'throttled' };\n}", harm: 'sent twice', why: 'a message is sent again after an error of the server', suite: engine, only: '50' },
  { file: classifying, find: "const accountFaults = [401, 402, 403, 404,", plant: "const accountFaults = [402, 403,", harm: 'lost', why: 'a wrong key or address fails every message', suite: engine, only: '40' },
  { file: classifying, find: "retryAfterMs: meaning.retryAfterMs ?? retryAfterMs(response)", plant: "retryAfterMs: meaning.retryAfterMs ?? undefined", harm: 'limit', why: 'Retry-After is ignored', suite: engine, only: '429' },
  { file: pace, find: "{ all: concurrency, one: 1, none: 0 }", plant: "{ all: concurrency, one: concurrency, none: 0 }", harm: 'lost', why: 'a failing provider gets a whole window of messages again and again', suite: engine, only: 'probes' },
  { file: pace, find: "      bucket.take();\n", plant: "", harm: 'limit', why: 'the throughput is ignored', suite: engine, only: 'its rate' },
  { file: paths, find: "isSameSecret(path, ofMessage(messageId))", plant: "path.startsWith('messages/')", harm: 'forged', why: 'anyone can report on a message of a provider that does not sign', suite: generic, only: 'secret URL' },
  { file: 'service/carriers/http/defineHttpCarrier.ts', find: "secret ? acceptEarlierPaths(callbackPaths(name, [secret]), ofAll) : ofAll", plant: "secret ? callbackPaths(name, [secret]) : ofAll", harm: 'lost', why: 'an upgrade loses the texts that a provider brings to the earlier URL', suite: generic, only: 'of earlier versions' },
  { file: 'service/carriers/http/defineHttpCarrier.ts', find: "secret ? acceptEarlierPaths(callbackPaths(name, [secret]), ofAll) : ofAll", plant: "secret === '' ? ofAll : ofAll", harm: 'lost', why: 'a new API token loses the texts that a provider brings to the URL it knows', suite: generic, only: 'when a header changes' },
  { file: 'service/carriers/callbacks.ts', find: "if (isGenuine !== true) return 'forged';", plant: "void isGenuine;", harm: 'forged', why: 'callbacks count without a signature', suite: twilio, only: 'nobody signed' },
  { file: 'shared/contract/fields.ts', find: "max: 6 }", plant: "max: 8 }", harm: 'wrong', why: 'a carrier offers a short code that nobody can provision', suite: settings },
  { file: 'service/carriers/hideSecrets.ts', find: "const redacted = new Error(clean(message), {", plant: "const redacted = new Error(message, {", harm: 'leaked', why: 'credentials are logged', suite: settings, only: 'in no error' },
  { file: recording, find: "return owner === event.messageId ? one :", plant: "return owner !== '' ? one :", harm: 'forged', why: 'a replayed receipt of one message counts for another one', suite: generic, only: 'replayed' },
  { file: recording, find: "event.kind === 'receipt' && event.messageId !== undefined\n    ? {", plant: "event.kind === 'receipt' && event.messageId === ''\n    ? {", harm: 'lost', why: 'a callback does not settle a lost response', suite: twilio, only: 'lost response' },
  { file: 'service/dispatch/results/optOutRefused.ts', find: "if (message.error?.code === 'recipient_opted_out')", plant: "if (message.error?.code === 'no_route')", harm: 'opted out', why: 'an opt-out that only the provider knows is ignored', suite: twilio, only: 'opts a recipient out' },
  { file: 'service/messages/receive.ts', find: "  if (isRepliedTo) return false;\n", plant: "", harm: 'wrong', why: 'a recipient gets two replies to STOP', suite: twilio, only: 'takes a STOP' },
  { file: 'service/messages/keywords/readWish.ts', find: "found ?? (match", plant: "(match", harm: 'wrong', why: 'keywords that only the provider knows are ignored', suite: twilio, only: 'takes a STOP' },
  { file: twilioCode, find: "if (given === undefined) return false;", plant: "if (given === undefined) return true;", harm: 'forged', why: 'Twilio callbacks count without a signature', suite: twilio, only: 'nobody signed' },
  { file: 'service/carriers/providers/twilio/twilioSignature.ts', find: ".update(url + pairs.join(''))", plant: ".update(url.split('?')[0] + pairs.join(''))", harm: 'lost', why: 'callbacks at a URL with a query are refused', suite: twilio, only: 'same as by the SDK' },
  { file: twilioCode, find: "  21610: 'opted_out',", plant: "  21611: 'opted_out',", harm: 'opted out', why: 'a receipt for an opted-out recipient opts nobody out', suite: twilio, only: 'opts a recipient out' },
  { file: 'service/carriers/providers/twilio/twilioSignature.ts', find: "return port ? [url] :", plant: "return url ? [url] :", harm: 'lost', why: 'callbacks signed with the standard port are refused', suite: twilio, only: 'standard port' },
  { file: twilioCode, find: "isRepliedTo: optOutType !== null ||", plant: "isRepliedTo: optOutType === '' ||", harm: 'wrong', why: 'both Twilio and the service reply to STOP', suite: twilio, only: 'replies to it' },
  { file: twilioCode, find: "(!isShortCode(to) && repliedTo.test(text))", plant: "!isShortCode(to)", harm: 'opted out', why: 'nobody confirms a STOP that Twilio does not know', suite: twilio, only: 'replies to it' },
  { file: genericCode, find: 'if (!isRecent(timestamp, now)) return false;', plant: "", harm: 'forged', why: 'a signed callback counts forever', suite: generic, only: 'five minutes' },
  { file: genericCode, find: "call.messageId !== undefined || call.isAtTextsPath", plant: "signingKey === ''", harm: 'forged', why: 'anyone can bring texts of a provider that does not sign', suite: generic, only: 'secret URL' },
  { file: genericResponse, find: "const error = refusals.find((one) => one === word);", plant: "const error = refusals.find((one) => one === code);", harm: 'wrong', why: 'a refusal with a success status counts as accepted', suite: generic, only: 'can refuse' },
  { file: genericResponse, find: "codes[code ?? httpCode] ?? codes[httpCode]", plant: "codes[code ?? httpCode]", harm: 'lost', why: 'a text that the settings call not accepted counts as sent, because its body has another code', suite: generic, only: 'can say by its status' },
  { file: genericResponse, find: "word !== accepted && Object", plant: "word === accepted && Object", harm: 'lost', why: 'a text with an error that nobody listed counts as accepted', suite: generic, only: 'not among the good ones' },
  { file: genericCode, find: "if (call.method === 'GET') return false;", plant: "", harm: 'forged', why: 'anyone can add the fields of a callback to the URL of a signed one', suite: generic, only: 'nothing covers the query' },
  { file: 'service/carriers/http/callbacks/readCallbackForm.ts', find: "method === 'GET' ?", plant: "method === '' ?", harm: 'lost', why: 'texts are lost if a provider brings them by GET', suite: generic, only: 'in the query' },
  { file: genericCallback, find: "ref: `${id}-${hashText(from, to, text)}`", plant: "ref: `${id}${hashText(from, to, text).slice(0, 0)}`", harm: 'opted out', why: 'a STOP counts as an earlier text because a gateway was reset', suite: 'test/service/carriers/providers/http.test.ts', only: 'different texts' },
  { file: genericCallback, find: "    } catch {\n      return 'unreadable';\n    }", plant: "    } catch (error) {\n      throw error;\n    }", harm: 'lost', why: 'one strange event in a callback loses the texts next to it', suite: generic, only: 'has an unknown format' },
  { file: 'service/carriers/http/defineHttpCarrier.ts', find: "isAboutOne ? call.messageId : undefined", plant: "isAboutOne ? call.messageId : call.messageId", harm: 'another account', why: 'the receipts of several messages in one callback count for the message of its URL', suite: generic, only: 'about several messages' },
  { file: recording, find: '(a, b) => a.createdOn.getTime() - b.createdOn.getTime()', plant: '(a, b) => a.data.receivedAt - b.data.receivedAt', harm: 'wrong', why: 'the status of a message depends on the order in which the queue returns its receipts', suite: 'test/service/dispatch/receipts.test.ts', only: 'order of the queue' },
  { file: 'service/dispatch/recoverStaleClaims.ts', find: "refs === 'undecided'", plant: "refs.length === 0", harm: 'lost', why: 'a message that its provider could not be asked for counts as sent after a crash', suite: 'test/service/dispatch/cutOff.test.ts', only: 'leaves the others' },
  { file: find, find: "performance.now() + maxQuestionMs", plant: "performance.now() + 10 * maxQuestionMs", harm: 'down', why: 'after a crash, the service throws away what a slow provider answers', suite: engine, only: 'too slow for all' },
];
