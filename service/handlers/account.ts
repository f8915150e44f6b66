import type { Handlers } from './handlers.ts';
import { iso } from '../lib/iso.ts';

export const account: Handlers['account'] = ({ account: own, scope }) => ({
  get: () =>
    Promise.resolve({
      id: own.id,
      name: own.name,
      default_country: own.default_country,
      time_zone: own.time_zone,
      scope,
      created_at: iso(own.created_at),
    }),
});
