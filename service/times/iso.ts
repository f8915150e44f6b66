/** Formats a time in RFC 3339 and UTC, as the API does for every time. */
export function iso(time: Date): string;
export function iso(time: Date | null): string | null;
export function iso(time: Date | null): string | null {
  return time && time.toISOString();
}
