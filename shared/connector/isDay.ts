/** Returns false for a day that its month does not have, which JavaScript moves to the next month. */
export function isDay(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
