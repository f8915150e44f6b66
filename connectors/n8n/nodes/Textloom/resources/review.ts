import { createActions } from '../../../lib/operations/actions.ts';

const review = {
	fields: { id: { description: 'ID of the review, from Get Many or from a Textloom Trigger' } },
};

export const reviewActions = createActions('review', { list: {}, get: review, decide: review });
