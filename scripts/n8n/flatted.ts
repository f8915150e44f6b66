/**
 * Reads the format of n8n for run data: a list that contains every object and string once.
 * References are positions in the list, as strings.
 */
export function unflatten(text: string): unknown {
  const entries = JSON.parse(text) as unknown[];
  const done = new Map<number, unknown>();

  const at = (index: number): unknown => {
    const entry = entries[index];
    if (typeof entry !== 'object' || entry === null) return entry;
    if (done.has(index)) return done.get(index);
    const value: Record<string, unknown> | unknown[] = Array.isArray(entry) ? [] : {};
    done.set(index, value);
    for (const [key, part] of Object.entries(entry as Record<string, unknown>)) {
      Object.assign(value, { [key]: typeof part === 'string' ? at(Number(part)) : part });
    }
    return value;
  };
  return at(0);
}
