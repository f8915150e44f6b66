import { basePath } from '../contract/index.ts';

const written = new RegExp(String.raw`^https?://[^/\s]+(?:/\S*)?${basePath}/*$`, 'i');

/**
 * Returns true if a text can be the base URL of the API, which ends with its version. With another URL,
 * the service finds nothing, so each object would seem to be missing.
 */
export const isBaseUrl = (text: string): boolean => written.test(text.trim());
