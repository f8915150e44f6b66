import { actionsOf } from '../../../lib/operations/actions.ts';

export const accountActions = actionsOf('account', { get: {} });
