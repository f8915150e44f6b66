import { actionsOf } from '../../../lib/operations/actions.ts';

export const eventActions = actionsOf('event', { list: {}, deliveries: {}, redeliver: {} });
