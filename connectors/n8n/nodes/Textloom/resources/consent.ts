import { createActions } from '../../../lib/operations/actions.ts';

export const consentActions = createActions('consent', { list: {} });
