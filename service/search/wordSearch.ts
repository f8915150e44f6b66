import type { Prefix } from '../lib/ids.ts';
import { idOfCursor, type Paging } from '../store/readPage.ts';
import { toIdRange, type TimeRange } from './timeRange.ts';

/** A search for words in the rows of an account that were created in a range. */
export interface WordSearch extends TimeRange {
  readonly accountId: string;
  readonly now: Date;
  readonly words: string;
}

/** Returns the range of IDs to search for a page, in the form that `searchNewest` needs. */
export const toIdSearch = (
  prefix: Prefix,
  { accountId, now, ...range }: WordSearch,
  { limit, cursor }: Paging,
) => ({
  accountId,
  ...toIdRange(prefix, now, range),
  after: idOfCursor(prefix, cursor),
  limit,
});
