import { CloseButton } from '@mantine/core';
import { createContext, use, useCallback, useRef, useState, type ReactNode } from 'react';
import { CheckIcon, WarningIcon } from '../icons.tsx';
import classes from './Said.module.css';

type Tone = 'good' | 'bad';
interface Said {
  readonly id: number;
  readonly text: string;
  readonly tone: Tone;
}
type Say = (text: string, tone?: Tone) => void;

const SayContext = createContext<Say>(() => undefined);

/** Tells in passing what has happened: in a corner, and to who listens. */
export const useSay = (): Say => use(SayContext);

const shownFor = { good: 6_000, bad: 20_000 };

export function SaidProvider({ children }: { children: ReactNode }) {
  const [all, setAll] = useState<readonly Said[]>([]);
  const count = useRef(0);
  const remove = useCallback((id: number) => {
    setAll((current) => current.filter((one) => one.id !== id));
  }, []);
  const say = useCallback<Say>(
    (text, tone = 'good') => {
      const id = count.current++;
      setAll((current) => [...current.filter((one) => one.text !== text), { id, text, tone }]);
      setTimeout(remove, shownFor[tone], id);
    },
    [remove],
  );
  return (
    <SayContext value={say}>
      {children}
      <div className={classes.said} role="status" aria-label="Notices">
        {all.map(({ id, text, tone }) => (
          <div key={id} className={classes.one} data-tone={tone}>
            {tone === 'good' ? <CheckIcon /> : <WarningIcon />}
            <span>{text}</span>
            <CloseButton size="sm" aria-label="Dismiss" onClick={() => remove(id)} />
          </div>
        ))}
      </div>
    </SayContext>
  );
}
