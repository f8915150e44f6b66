import { createActions } from '../../../lib/operations/actions.ts';
import { numbersChoice } from './choices.ts';
import { registrationLocator } from './locators.ts';

export const registrationActions = createActions('registration', {
	get: { fields: { id: registrationLocator } },
	list: {},
	submit: { fields: { number_ids: numbersChoice } },
});
