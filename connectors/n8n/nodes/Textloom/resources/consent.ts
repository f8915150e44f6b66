import { actionsOf } from '../../../lib/operations/actions.ts';

export const consentActions = actionsOf('consent', { list: {} });
