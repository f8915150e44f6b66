/** Returns a count with its noun, such as "1 reply" and "2 replies". */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`;
