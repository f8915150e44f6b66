import { dropdown } from '../fields/dropdown.ts';

export const reviewList = dropdown({
  key: 'review_list',
  noun: 'Review',
  label: 'List Reviews',
  asksFor: 'the texts that a person must decide',
  page: (client, query) => client.review.list({ ...query, status: 'open' }),
  toOption: ({ id, phone, text }) => ({ id, label: `${phone}: ${text}` }),
});
