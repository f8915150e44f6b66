const longest = 60;

/** Returns a URL without its protocol, cut off in the middle if it is long. */
export function shortUrl(url: string): string {
  const short = url.replace(/^https?:\/\//, '');
  if (short.length <= longest) return short;
  const end = short.slice(-16);
  return `${short.slice(0, longest - end.length - 1)}…${end}`;
}
