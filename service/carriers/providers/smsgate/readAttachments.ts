import type { CallbackMedia } from '../../../store/callbackEvent.ts';

/** Reads the attachments that the phone has downloaded. Their content is in the callback. */
export function readAttachments(attachments: unknown): CallbackMedia[] {
  if (!Array.isArray(attachments)) return [];
  return attachments.flatMap(({ data }: { readonly data?: unknown }) =>
    typeof data === 'string' ? [{ url: `data:;base64,${data}` }] : [],
  );
}
