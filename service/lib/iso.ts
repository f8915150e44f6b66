/** RFC 3339 in UTC, as every time of the API is written. */
export function iso(time: Date): string;
export function iso(time: Date | null): string | null;
export function iso(time: Date | null): string | null {
  return time && time.toISOString();
}
