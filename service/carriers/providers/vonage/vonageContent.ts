import type { Outgoing } from '../../http/dialect.ts';

/** The types of attachments by the extensions of their files. All others count as images. */
const typeByExtension: Readonly<Record<string, string>> = {
  ...{ aac: 'audio', amr: 'audio', m4a: 'audio', mp3: 'audio', ogg: 'audio', wav: 'audio' },
  ...{ '3gp': 'video', mov: 'video', mp4: 'video', mpeg: 'video', mpg: 'video', webm: 'video' },
  ...{ vcard: 'vcard', vcf: 'vcard' },
  ...{ csv: 'file', ics: 'file', pdf: 'file', rtf: 'file', txt: 'file', zip: 'file' },
};

const minTtlSeconds = { sms: 20, mms: 300 };

/** Returns the content of a message for the Messages API: a text, or attachments with a caption. */
export function toContent({
  text,
  media,
  lifeSeconds,
}: Pick<Outgoing, 'text' | 'media' | 'lifeSeconds'>): Record<string, unknown> {
  const channel = media.length > 0 ? 'mms' : 'sms';
  const ttl = lifeSeconds === null ? undefined : Math.max(lifeSeconds, minTtlSeconds[channel]);
  if (channel === 'sms') return { message_type: 'text', channel, text, ttl };
  const content = media.map((url, index) => ({
    type: guessMediaType(url),
    url,
    // The API takes no empty caption.
    ...(index === 0 && text !== '' && { caption: text }),
  }));
  return { message_type: 'content', channel, content, ttl };
}

/** The API must know the type of each attachment, and only the URL can say it beforehand. */
function guessMediaType(url: string): string {
  const [, extension = ''] = /\.(\w+)$/.exec(new URL(url).pathname) ?? [];
  return typeByExtension[extension.toLowerCase()] ?? 'image';
}
