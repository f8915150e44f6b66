import type { Fault } from '../fault.ts';

const folder = 'service/carriers/providers';
const draft = {
  file: 'service/messages/draftMessages.ts',
  suite: 'test/service/pglite/messages.test.ts',
};
const twilio = {
  file: `${folder}/twilio/twilio.ts`,
  suite: 'test/service/carriers/providers/twilio.test.ts',
};
const telnyx = {
  file: `${folder}/telnyx/telnyx.ts`,
  suite: 'test/service/carriers/providers/telnyx.test.ts',
};
const vonage = {
  file: `${folder}/vonage/vonageContent.ts`,
  suite: 'test/service/carriers/providers/vonageContent.test.ts',
};
const http = {
  file: `${folder}/http/http.ts`,
  suite: 'test/service/carriers/providers/http.test.ts',
};
const address = {
  file: 'service/messages/checks/requireMedia.ts',
  suite: 'test/service/media/requireMedia.test.ts',
};

// prettier-ignore
export const media: readonly Fault[] = [
  { file: 'service/carriers/carriers.ts', find: "        .filter(({ carrier }) => carrier.takesMedia || !message.hasMedia)\n", plant: "", harm: 'wrong', why: 'an MMS goes out as a text without its pictures', suite: 'test/service/carriers/providers/smsgate.test.ts', only: 'supports media' },
  { ...draft, find: "media_urls ? { ...encoded, segments: 1 } : encoded", plant: "encoded", harm: 'wrong', why: 'an MMS with a long text counts several segments', only: 'counts as one segment' },
  { ...draft, find: "    media: media && JSON.stringify(media),", plant: "    media: null,", harm: 'lost', why: 'the media of a message are forgotten', only: 'arrives with its media' },
  { file: draft.file, find: "hasMedia: media !== null, textLength }", plant: "hasMedia: false, textLength }", harm: 'lost', why: 'a message is accepted whose media no carrier supports', suite: 'test/service/carriers/providers/smsgate.test.ts', only: 'supports media' },
  { ...address, find: "urlRefusal(url, context.allowPrivateWebhooks)", plant: "urlRefusal(url, true)", harm: 'lost', why: 'a provider gets an address that it cannot reach', only: 'where a provider can fetch them' },
  { ...address, find: "`/media_urls/${index}`", plant: "'/media_urls'", harm: 'wrong', why: 'the error does not say which address is wrong', only: 'where a provider can fetch them' },
  { file: 'service/dispatch/submit.ts', find: "(row.media ?? []).map(({ url }) => url)", plant: "[]", harm: 'lost', why: 'the carrier gets the text without its media', suite: 'test/service/carriers/handset.test.ts', only: 'supports media' },
  { file: 'service/carriers/http/send.ts', find: "[value ?? []].flat().map((one) => [name, String(one)])", plant: "[[name, String(value ?? '')]]", harm: 'wrong', why: 'Twilio gets one URL of several', suite: twilio.suite, only: 'supports media' },
  { ...twilio, find: "        MediaUrl: media,\n", plant: "", harm: 'lost', why: 'Twilio sends the text without its pictures', only: 'supports media' },
  { ...twilio, find: "  30019: 'media_rejected',\n", plant: "", harm: 'wrong', why: 'nobody learns that Twilio refused the media', only: '30019' },
  { ...telnyx, find: "        media_urls: media.length > 0 ? media : undefined,\n", plant: "", harm: 'lost', why: 'Telnyx sends the text without its pictures', only: 'supports media' },
  { ...vonage, find: "text !== '' && ", plant: "", harm: 'lost', why: 'Vonage refuses an MMS without a text', only: 'says what' },
  { ...vonage, find: "mms: 300", plant: "mms: 20", harm: 'lost', why: 'Vonage refuses an MMS that expires soon', only: 'caption' },
  { ...http, find: "placeholdersIn(template).includes('media')", plant: "true", harm: 'wrong', why: 'a provider without a field for media gets an MMS as a text', only: 'media only if' },
  { file: 'service/http/operation/serveOperation.ts', find: "...(kept(atLeastOne).length > 0 &&", plant: "...(kept(atLeastOne).length > 9 &&", harm: 'wrong', why: 'the service accepts a message without any content', suite: 'test/service/pglite/messages.test.ts', only: 'exactly like a single request' },
  { file: 'service/errors/fieldErrors.ts', find: "Math.max(params.i as number, params.j as number)", plant: "Math.min(params.i as number, params.j as number)", harm: 'wrong', why: 'the error points to the first of two equal addresses', suite: 'test/service/pglite/requests.test.ts', only: 'each medium is given once' },
];
