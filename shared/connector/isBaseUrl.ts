import { basePath } from '../contract/index.ts';

/** Matches the base URL of the API, which ends with its version. People paste it with spaces. */
export const baseUrlPattern = String.raw`^\s*https?://[^/\s]+(?:/\S*)?${basePath}/*\s*$`;

const written = new RegExp(baseUrlPattern, 'i');

/**
 * Returns true if a text can be the base URL of the API, which ends with its version. With another URL,
 * the service finds nothing, so each object would seem to be missing.
 */
export const isBaseUrl = (text: string): boolean => written.test(text);
