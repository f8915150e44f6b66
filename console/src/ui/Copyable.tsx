import { ActionIcon, CopyButton, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
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
export const Copyable = ({ value, what, wrap, children }: CopyableProps) => (
  <span className={classes.copyable} data-wrap={wrap || undefined}>
    {children ?? <span className={classes.value}>{value}</span>}
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : `Copy ${what}`}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            onClick={copy}
            aria-label={copied ? 'Copied' : `Copy ${what}`}
          >
            {copied ? <CheckIcon size={15} /> : <CopyIcon size={15} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  </span>
);
