import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { mediaHeaders } from '../../../service/carriers/http/mediaHeaders.ts';
import { createDownload, MediaRefusedError } from '../../../service/media/download.ts';
import { claimedType, mediaTypes, sniffType } from '../../../service/media/mediaTypes.ts';

describe('the credentials for media', () => {
  const access = {
    headers: () => ({ authorization: 'secret' }),
    hosts: /^api[\w-]*\.nexmo\.com$/,
  };
  const settings = { baseUrl: 'https://api.nexmo.com' };
  it.each([
    ['https://api.nexmo.com/v3/media/1', true],
    ['https://api-us.nexmo.com/v3/media/1', true],
    ['http://api.nexmo.com/v3/media/1', false],
    ['http://api-us.nexmo.com/v3/media/1', false],
    ['https://api-us.nexmo.com:8443/v3/media/1', false],
    ['https://api.nexmo.com.example.com/v3/media/1', false],
    ['https://example.com/api.nexmo.com', false],
    ['https://apixnexmo.com/', false],
  ])('for %s: %s', (url, hasCredentials) => {
    const headers = mediaHeaders(access, settings, new URL(url));
    expect(headers).toEqual(hasCredentials ? { authorization: 'secret' } : {});
  });

  it('do not exist for a provider that serves media to everyone', () => {
    expect(mediaHeaders(undefined, settings, new URL('https://api.nexmo.com'))).toEqual({});
  });
});

describe('a download of media', () => {
  const refusal = async (url: string, address: string) => {
    const { download, close } = createDownload(false, () =>
      Promise.resolve([{ address, family: address.includes(':') ? 6 : 4 }]),
    );
    const error = await download(new URL(url), {}).catch((reason: unknown) => reason);
    close();
    return error;
  };

  it.each(['127.0.0.1', '10.0.0.1', '192.168.1.1', '169.254.169.254', '::1', 'fd00::1'])(
    'from the private address %s is refused, also behind a name',
    async (address) => {
      const literal = address.includes(':') ? `[${address}]` : address;
      expect(await refusal(`https://${literal}/`, address)).toBeInstanceOf(MediaRefusedError);
      expect(await refusal('https://pictures.example/', address)).toBeInstanceOf(MediaRefusedError);
    },
  );

  it('reaches no server that it refuses', async () => {
    let connections = 0;
    const server = createServer().on('connection', () => connections++);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const urls = [`https://pictures.example:${port}/`, `http://localhost:${port}/`];
    for (const url of urls)
      expect(await refusal(url, '127.0.0.1')).toBeInstanceOf(MediaRefusedError);
    expect(connections).toBe(0);
    await new Promise((done) => server.close(done));
  });
});

describe('the type of media', () => {
  it.each([
    ['image/jpeg', 'ffd8ffe000104a464946'],
    ['image/png', '89504e470d0a1a0a0000000d'],
    ['image/gif', '474946383961'],
    ['image/webp', '524946462400000057454250'],
    ['image/bmp', '424d3a00000000000000360000002800'],
    ['image/heic', '00000018667479706865696300000000'],
    ['audio/mpeg', '494433040000'],
    ['audio/mpeg', 'fffb9064'],
    ['audio/aac', 'fff15080'],
    ['audio/amr', '2321414d520a'],
    ['audio/mp4', '00000020667479704d344120'],
    ['audio/ogg', '4f67675300'],
    ['audio/wav', '524946462400000057415645'],
    ['video/mp4', '000000206674797069736f6d'],
    ['video/3gpp', '00000018667479703367703400'],
    ['video/quicktime', '0000001466747970717420200000'],
    ['video/webm', '1a45dfa3'],
    ['application/pdf', '255044462d312e37'],
    ['text/vcard', '424547494e3a56434152440d0a'],
  ])('is %s by its first octets', (type, hex) => {
    expect(sniffType(Buffer.from(hex, 'hex'))).toBe(type);
    expect(mediaTypes.has(type)).toBe(true);
  });

  it.each([
    '',
    'GIF',
    '<svg>',
    '<!doctype html>',
    '\ufeff<html>',
    'PK\x03\x04',
    'MZ',
    'BMW is a car',
  ])('is unknown for %j', (text) => expect(sniffType(Buffer.from(text))).toBeUndefined());

  it('is what the provider claims only if the service serves it', () => {
    expect(claimedType('Image/JPG; name="a.jpg"')).toBe('image/jpeg');
    expect(claimedType('text/x-vcard')).toBe('text/vcard');
    for (const claim of ['text/html', 'image/svg+xml', 'application/smil', '', undefined])
      expect(claimedType(claim)).toBeNull();
  });
});
