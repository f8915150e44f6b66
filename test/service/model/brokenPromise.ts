/**
 * Returns an error with the faults and the story that led to them, with m1, m2, … as the IDs of the
 * messages.
 */
export const brokenPromise = (
  faults: readonly string[],
  story: readonly string[],
  messageIds: Iterable<string>,
): Error =>
  new Error(
    [...messageIds].reduce(
      (text, id, index) => text.replaceAll(id, `m${index + 1}`),
      [...faults, ...story].join('\n'),
    ),
  );
