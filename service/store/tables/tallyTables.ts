import type { MessageStatus } from '@textloom/shared/contract';

/** Counts the messages and segments of each status. Null stands for zero. */
type Counters = {
  [S in MessageStatus as S | `${S}_segments`]: number | null;
};

interface Counted extends Counters {
  account_id: string;
  /** The start of the quarter of an hour, or of the hour. */
  bucket: Date;
  /**
   * Empty if there is no list, or if the facet does not distinguish lists. The other fields work
   * the same way.
   */
  list_id: string;
  purpose: string;
  /** Also empty for received messages, because no number of the account sent them. */
  sender: string;
  campaign_id: string;
  country: string;
}

/** The fields that a part of the tally distinguishes messages by: none, one, or all. */
export type Facet =
  'all' | 'purpose' | 'sender' | 'campaign_id' | 'country' | 'each' | 'list_id' | 'each_by_list';

/** The counts that reports add up. The database updates them as messages change. */
export interface TallyTable extends Counted {
  facet: Facet;
  /** The length of a bucket in minutes: 15 or 60. */
  width: number;
}

/** A change to add to the tally. */
export interface TallyChangeTable extends Counted {
  /**
   * Whether the row counts by list. Each message counts once in each of its lists, and once without
   * lists.
   */
  is_by_list: boolean;
}
