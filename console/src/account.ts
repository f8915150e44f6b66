import { mayCall, type Account, type Operation } from '@textloom/shared/contract';
import { createContext, use } from 'react';

const AccountContext = createContext<Account | undefined>(undefined);
export const AccountProvider = AccountContext;

export function useAccount(): Account {
  const account = use(AccountContext);
  if (!account) throw new Error('useAccount must be used inside an AccountProvider');
  return account;
}

/** Returns a function that checks the scope of the signed-in key for an operation. */
export function useMay(): (operation: Pick<Operation, 'scope'>) => boolean {
  const { scope } = useAccount();
  return (operation) => mayCall(scope, operation);
}
