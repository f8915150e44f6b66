import { useState } from 'react';
import { randomKey } from '../api/randomKey.ts';
import { isSame } from '../form/values.ts';
import { useDraft } from './useDraft.ts';

interface SendDraft<T> {
  readonly value: T;
  readonly idempotencyKey: string;
}

/**
 * Returns a draft and the idempotency key to send it with. The key lasts as long as the draft, so
 * that the same draft is sent only once, even if the user sends it again after a reload. A changed
 * draft has a new key.
 */
export function useSendDraft<T>(name: string, initial: T) {
  const [first] = useState<SendDraft<T>>(() => withNewKey(initial));
  const [{ value, idempotencyKey }, setDraft, forget] = useDraft(name, first);
  const change = (next: T) => {
    setDraft((current) => (isSame(current.value, next) ? current : withNewKey(next)));
  };
  return { value, idempotencyKey, change, forget };
}

const withNewKey = <T>(value: T): SendDraft<T> => ({ value, idempotencyKey: randomKey() });
