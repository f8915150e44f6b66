import { describe, expect, it } from '@jest/globals';
import { toContent } from '../../../../service/carriers/providers/vonage/vonageContent.ts';

describe('the content of a message for Vonage', () => {
  it.each([
    ['menu.jpg', 'image'],
    ['menu', 'image'],
    ['song.MP3?v=2', 'audio'],
    ['film.mp4', 'video'],
    ['ada.vcf', 'vcard'],
    ['menu.pdf#page=2', 'file'],
  ])('says what %s is: %s', (name, type) => {
    const url = `https://example.com/${name}`;
    expect(toContent({ text: '', media: [url], lifeSeconds: null })).toEqual({
      message_type: 'content',
      channel: 'mms',
      content: [{ type, url }],
    });
  });

  it('has the text once, as a caption of the first attachment', () => {
    const media = ['https://example.com/a.jpg', 'https://example.com/b.jpg'];
    expect(toContent({ text: 'Hi', media, lifeSeconds: 60 })).toEqual({
      message_type: 'content',
      channel: 'mms',
      content: [
        { type: 'image', url: media[0], caption: 'Hi' },
        { type: 'image', url: media[1] },
      ],
      ttl: 300,
    });
  });

  it('is a text without media', () => {
    expect(toContent({ text: 'Hi', media: [], lifeSeconds: 5 })).toEqual({
      message_type: 'text',
      channel: 'sms',
      text: 'Hi',
      ttl: 20,
    });
  });
});
