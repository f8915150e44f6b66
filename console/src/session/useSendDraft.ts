import { useState } from 'react';
import { randomKey } from '../api/randomKey.ts';
import { isForgotten, safeToRepeat, tooLate } from '../api/safeRepeat.ts';
import { isSame } from '../form/values.ts';
import { useDraft } from './useDraft.ts';

interface SendDraft<T> {
  readonly value: T;
  readonly idempotencyKey: string;
  /**
   * When the user first sent the draft, in milliseconds since the epoch. The time is absent if the
   * service has refused the draft, because then nothing happened.
   */
  readonly sentAt?: number;
}

/**
 * Returns a draft and a function that sends it. Its idempotency key lasts as long as the draft, so
 * that the same draft is sent only once, even if the user sends it again after a reload. A changed
 * draft has a new key.
 */
export function useSendDraft<T>(name: string, initial: T) {
  const [first] = useState<SendDraft<T>>(() => withNewKey(initial));
  const [draft, setDraft, forget] = useDraft(name, first, ({ idempotencyKey }) => idempotencyKey);
  const { value, idempotencyKey } = draft;
  const change = (next: T) => {
    setDraft((current) => (isSame(current.value, next) ? current : withNewKey(next)));
  };
  const send = async <O>(call: (options: { idempotencyKey: string }) => Promise<O>) => {
    const { sentAt = Date.now() } = draft;
    if (isForgotten(sentAt, Date.now())) {
      setDraft(withNewKey(value));
      throw tooLate();
    }
    setDraft({ value, idempotencyKey, sentAt });
    return safeToRepeat(call({ idempotencyKey }), () =>
      setDraft((current) =>
        current.idempotencyKey === idempotencyKey ? { value, idempotencyKey } : current,
      ),
    );
  };
  return { value, change, send, forget };
}

const withNewKey = <T>(value: T): SendDraft<T> => ({ value, idempotencyKey: randomKey() });
