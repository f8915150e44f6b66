import { actionsOf } from '../../../lib/operations/actions.ts';
import { registrationLocator } from './locators.ts';

export const registrationActions = actionsOf('registration', {
	get: { fields: { id: registrationLocator } },
	list: {},
});
