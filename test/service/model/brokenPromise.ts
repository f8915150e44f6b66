/** What did not hold and how it came to that, with m1, m2, … for the ids of the messages. */
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
