import { CloseButton } from '@mantine/core';
import { createContext, use, useCallback, useRef, useState, type ReactNode } from 'react';
import { CheckIcon, WarningIcon } from '../icons.tsx';
import classes from './Toasts.module.css';

type Tone = 'success' | 'error';
interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: Tone;
}
type ShowToast = (text: string, tone?: Tone) => void;

const ToastContext = createContext<ShowToast>(() => undefined);

/** Returns a function that shows a short message in a corner and announces it to screen readers. */
export const useToast = (): ShowToast => use(ToastContext);

const shownFor = { success: 6_000, error: 20_000 };

export function ToastsProvider({ children }: { children: ReactNode }) {
  const [all, setAll] = useState<readonly Toast[]>([]);
  const count = useRef(0);
  const remove = useCallback((id: number) => {
    setAll((current) => current.filter((one) => one.id !== id));
  }, []);
  const showToast = useCallback<ShowToast>(
    (text, tone = 'success') => {
      const id = count.current++;
      setAll((current) => [...current.filter((one) => one.text !== text), { id, text, tone }]);
      setTimeout(remove, shownFor[tone], id);
    },
    [remove],
  );
  return (
    <ToastContext value={showToast}>
      {children}
      <div className={classes.toasts} role="status" aria-label="Notices">
        {all.map(({ id, text, tone }) => (
          <div key={id} className={classes.toast} data-tone={tone}>
            {tone === 'success' ? <CheckIcon /> : <WarningIcon />}
            <span>{text}</span>
            <CloseButton size="sm" aria-label="Dismiss" onClick={() => remove(id)} />
          </div>
        ))}
      </div>
    </ToastContext>
  );
}
