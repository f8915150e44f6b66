import type { Fault } from '../fault.ts';

const suite = 'test/service/media/incomingMedia.test.ts';
const download = 'service/media/download.ts';
const fetchMedia = 'service/media/fetchMedia.ts';
const link = 'service/media/link.ts';
const serveMedia = 'service/http/serveMedia.ts';
const storeMedia = 'service/media/storeMedia.ts';
const mediaHeaders = 'service/carriers/http/mediaHeaders.ts';

// prettier-ignore
export const incomingMedia: readonly Fault[] = [
  { file: mediaHeaders, find: "  return isOwn ? access.headers(settings) : {};", plant: "  return isOwn || true ? access.headers(settings) : {};", harm: 'leaked', why: 'a foreign server gets the credentials of the provider', suite, only: 'not the URL of the provider' },
  { file: mediaHeaders, find: "url.protocol === 'https:' && ", plant: "", harm: 'leaked', why: 'credentials travel without encryption', suite: 'test/service/media/mediaParts.test.ts', only: 'credentials' },
  { file: download, find: "      own = {};\n", plant: "", harm: 'leaked', why: 'a redirect takes the credentials to another server', suite, only: 'by a redirect' },
  { file: download, find: "      if (refusal) throw new MediaRefusedError(refusal);\n", plant: "", harm: 'leaked', why: 'media can come from the metadata of a cloud', suite, only: 'is refused if it leads' },
  { file: download, find: "lookup, signal, headers }", plant: "signal, headers }", harm: 'leaked', why: 'a name can lead to the private network', suite: 'test/service/media/mediaParts.test.ts', only: 'behind a name' },
  { file: download, find: "redirects <= maxRedirects; redirects++", plant: "redirects <= maxRedirects;", harm: 'down', why: 'a server keeps a worker busy with redirects', suite, only: 'redirects forever' },
  { file: download, find: "  refuseIfTooLarge(Number(response.headers['content-length'] ?? 0));\n", plant: "", harm: 'limit', why: 'the service starts to read a file that is too large', suite, only: 'announces too much' },
  { file: download, find: "    refuseIfTooLarge((length += chunk.length));\n", plant: "", harm: 'down', why: 'an endless file fills the memory', suite, only: 'sends too much' },
  { file: fetchMedia, find: "    if (type === undefined)\n      throw new MediaRefusedError('The service does not store files of this type');\n    return { data, content_type: type };", plant: "    return { data, content_type: type ?? 'text/html' };", harm: 'forged', why: 'the service serves a page with a script', suite, only: 'calls a page a picture' },
  { file: fetchMedia, find: "data = { mediaId, attempt: attempt + 1 };", plant: "data = { mediaId: '', attempt: attempt + 1 };", harm: 'lost', why: 'media is lost after one failure', suite, only: 'after a failure' },
  { file: link, find: "isSameSecret(signature, sign(key, id, expires))", plant: "signature !== ''", harm: 'another account', why: 'a link opens with any signature', suite, only: 'somebody changes it' },
  { file: link, find: ".update(`${id}.${expires}`)", plant: ".update(id)", harm: 'forged', why: 'anyone can extend the life of a link', suite, only: 'somebody changes it' },
  { file: serveMedia, find: "    if (secondsLeft <= 0) return fail('link_expired');\n", plant: "", harm: 'leaked', why: 'a link works forever', suite, only: 'works for a week' },
  { file: serveMedia, find: "        'x-content-type-options': 'nosniff',\n", plant: "", harm: 'forged', why: 'a browser can take a picture for a page', suite, only: 'served without a key' },
  { file: storeMedia, find: ".slice(0, limits.mediaPerMessage)", plant: "", harm: 'limit', why: 'one message brings any number of files', suite, only: 'limit of one message' },
  { file: storeMedia, find: "  await enqueue(\n    trx,\n    'media',\n", plant: "  await enqueue(\n    trx,\n    'handset',\n", harm: 'lost', why: 'nobody fetches the media after a crash', suite: 'test/service/media/interruptedMedia.test.ts', only: 'died' },
  { file: serveMedia, find: "    if (!first) return notFound();\n", plant: "    if (!first) throw new Error();\n", harm: 'wrong', why: 'a link to media gets 500 if its message is deleted at that moment', suite: 'test/service/http/serveMedia.test.ts', only: 'opens nothing' },
];
