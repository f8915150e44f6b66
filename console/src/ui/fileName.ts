export interface LinkedFile {
  readonly url: string;
  readonly content_type?: string | null;
}

/**
 * Returns the name of a file for people: the one at the end of its URL, or else its type. The
 * links to received files end with an ID, which says nothing.
 */
export function fileName({ url, content_type: type }: LinkedFile): string {
  if (!URL.canParse(url)) return url;
  const { pathname, host } = new URL(url);
  const last = pathname.split('/').findLast((part) => part !== '');
  return last?.includes('.') ? last : (type ?? last ?? host);
}
