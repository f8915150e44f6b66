/** Returns 20,000 for 20000. `toLocaleString` loads the data of all languages, which is slow. */
export const formatCount = (count: number): string =>
  String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
