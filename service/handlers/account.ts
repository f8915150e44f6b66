import { readAccount } from '../accounts/readAccount.ts';
import { toAccount } from '../accounts/toAccount.ts';
import { updateAccount } from '../accounts/updateAccount.ts';
import type { Handlers } from './handlers.ts';

export const account = {
  get: async ({ trx, account: { id }, scope }) => toAccount(await readAccount(trx, id), scope),

  update: async (call, settings) => toAccount(await updateAccount(call, settings), call.scope),
} satisfies Handlers['account'];
