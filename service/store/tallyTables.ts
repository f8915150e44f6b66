import type { MessageStatus } from '@textloom/shared/contract';

/** Messages and segments of each status; null stands for zero. */
type Counters = {
  [S in MessageStatus as S | `${S}_segments`]: number | null;
};

interface Counted extends Counters {
  account_id: string;
  /** When its quarter of an hour, or its hour, begins. */
  bucket: Date;
  /** Empty where it is of no list, or where lists are not told apart; the others likewise. */
  list_id: string;
  purpose: string;
  /** Empty of received messages, too: no number of the account has sent them. */
  sender: string;
  campaign_id: string;
  country: string;
}

/** What a part of the tally tells messages apart by: nothing, one thing or everything. */
export type Facet =
  'all' | 'purpose' | 'sender' | 'campaign_id' | 'country' | 'each' | 'list_id' | 'each_by_list';

/** What reports are added up from; counted by the database itself as messages change. */
export interface TallyTable extends Counted {
  facet: Facet;
  /** Minutes that a bucket lasts: 15 or 60. */
  width: number;
}

/** What is to be added to the tally. */
export interface TallyChangeTable extends Counted {
  /** Each message counts in each of its lists, and once without. */
  is_by_list: boolean;
}
