import { iso } from '../lib/iso.ts';
import type { Handlers } from './handlers.ts';

export const account = {
  get: ({ account: own, scope }) =>
    Promise.resolve({
      id: own.id,
      name: own.name,
      default_country: own.default_country,
      time_zone: own.time_zone,
      scope,
      created_at: iso(own.created_at),
    }),
} satisfies Handlers['account'];
