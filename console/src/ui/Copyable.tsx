import { ActionIcon, Tooltip } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { CheckIcon, CopyIcon } from '../icons.tsx';
import classes from './Copyable.module.css';

interface CopyableProps {
  value: string;
  /** The kind of value, such as "ID". */
  what: string;
  /** The value in a readable form. */
  children?: ReactNode;
  /** Whether a long value wraps instead of being cut off. */
  wrap?: boolean;
}

/** Shows a value that users can copy exactly, for other programs. */
export function Copyable({ value, what, wrap, children }: CopyableProps) {
  const shown = useRef<HTMLSpanElement>(null);
  const [state, setState] = useState<'copied' | 'selected'>();
  const { start: forgetSoon, clear: keep } = useTimeout(() => setState(undefined), 1_000);
  const setCopied = () => {
    setState('copied');
    forgetSoon();
  };
  const selectAndCopy = () => {
    keep();
    // The selection needs the value itself in the page.
    flushSync(() => setState('selected'));
    getSelection()?.selectAllChildren(shown.current!);
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- Plain HTTP has nothing newer.
    if (document.execCommand('copy')) setCopied();
  };
  const copy = () => {
    // Browsers offer the clipboard only on secure origins, and users can forbid it.
    if ('clipboard' in navigator)
      navigator.clipboard.writeText(value).then(setCopied, selectAndCopy);
    else selectAndCopy();
  };
  const label =
    state === 'copied' ? 'Copied' : state === 'selected' ? 'Press Ctrl+C or ⌘C' : `Copy ${what}`;
  return (
    <span className={classes.copyable} data-wrap={wrap || undefined}>
      {children === undefined || state === 'selected' ? (
        <span ref={shown} className={classes.value}>
          {value}
        </span>
      ) : (
        children
      )}
      <Tooltip label={label}>
        <ActionIcon variant="subtle" color="gray" size="sm" onClick={copy} aria-label={label}>
          {state === 'copied' ? <CheckIcon size={15} /> : <CopyIcon size={15} />}
        </ActionIcon>
      </Tooltip>
    </span>
  );
}
