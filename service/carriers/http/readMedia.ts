import type { CallbackMedia } from '../../store/callbackEvent.ts';

/** Reads media from a URL, or from a list of URLs or of objects with `url`. */
export function readMedia(found: unknown): CallbackMedia[] {
  return [found].flat().flatMap((one) => {
    if (typeof one === 'string') return one === '' ? [] : [{ url: one }];
    const { url, content_type: contentType } = (one ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof url !== 'string' || url === '') return [];
    return [{ url, ...(typeof contentType === 'string' && { contentType }) }];
  });
}
