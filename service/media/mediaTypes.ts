interface MediaType {
  /** The extension of a file name. */
  readonly extension: string;
  /** Whether browsers may show it instead of saving it. */
  readonly isShown: boolean;
}

/**
 * The types that the service stores and serves. None of them can contain a script that a browser
 * runs in a page of the service, as HTML and SVG can.
 */
export const mediaTypes: ReadonlyMap<string, MediaType> = new Map(
  [
    ['image/jpeg', 'jpg', true],
    ['image/png', 'png', true],
    ['image/gif', 'gif', true],
    ['image/webp', 'webp', true],
    ['image/bmp', 'bmp', true],
    ['image/heic', 'heic', true],
    ['audio/mpeg', 'mp3', true],
    ['audio/aac', 'aac', true],
    ['audio/amr', 'amr', true],
    ['audio/mp4', 'm4a', true],
    ['audio/ogg', 'ogg', true],
    ['audio/wav', 'wav', true],
    ['video/mp4', 'mp4', true],
    ['video/3gpp', '3gp', true],
    ['video/quicktime', 'mov', true],
    ['video/webm', 'webm', true],
    ['application/pdf', 'pdf', false],
    ['text/vcard', 'vcf', false],
  ].map(([type, extension, isShown]) => [type, { extension, isShown }] as [string, MediaType]),
);

/** Returns the type that a provider claims, if the service could serve it. */
export function claimedType(claim: string | undefined): string | null {
  const [type = ''] = (claim ?? '').toLowerCase().split(';');
  const name = aliases.get(type.trim()) ?? type.trim();
  return mediaTypes.has(name) ? name : null;
}

const aliases = new Map([
  ['image/jpg', 'image/jpeg'],
  ['audio/mp3', 'audio/mpeg'],
  ['audio/x-wav', 'audio/wav'],
  ['text/x-vcard', 'text/vcard'],
]);

const starts: readonly (readonly [string, string | RegExp])[] = [
  ['image/jpeg', '\xff\xd8\xff'],
  ['image/png', '\x89PNG\r\n\x1a\n'],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF.{4}WEBP/s],
  ['image/bmp', /^BM.{4}\0{4}/s],
  ['image/heic', /^.{4}ftyp(hei[cxms]|hev[cx]|mif1|msf1)/s],
  ['audio/wav', /^RIFF.{4}WAVE/s],
  ['audio/mp4', /^.{4}ftypM4[AB] /s],
  ['video/3gpp', /^.{4}ftyp3g/s],
  ['video/quicktime', /^.{4}ftypqt {2}/s],
  ['video/mp4', /^.{4}ftyp(isom|iso[2-9]|mp4[12]|avc1|M4V |MSNV|dash)/s],
  ['video/webm', '\x1a\x45\xdf\xa3'],
  ['audio/ogg', 'OggS'],
  ['audio/amr', '#!AMR'],
  ['audio/aac', /^\xff[\xf0\xf1\xf8\xf9]/],
  ['audio/mpeg', /^(ID3|\xff[\xe2-\xe7\xf2-\xf7\xfa-\xff])/],
  ['application/pdf', '%PDF-'],
  ['text/vcard', /^(\xef\xbb\xbf)?BEGIN:VCARD\r?\n/i],
];

/**
 * Returns the type of a file by its first octets, whatever the provider claims. Returns undefined
 * if the service does not serve such files.
 */
export function sniffType(octets: Buffer): string | undefined {
  const head = octets.subarray(0, 32).toString('latin1');
  return starts.find(([, start]) =>
    typeof start === 'string' ? head.startsWith(start) : start.test(head),
  )?.[0];
}
