/** Does the work unless its key is in use, and frees the key when the work ends. */
export async function exclusively<T>(
  inUse: Set<string>,
  key: string,
  work: () => Promise<T>,
  refuse: () => never,
): Promise<T> {
  if (inUse.has(key)) refuse();
  inUse.add(key);
  try {
    return await work();
  } finally {
    inUse.delete(key);
  }
}
