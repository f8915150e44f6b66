import { Button, VisuallyHidden } from '@mantine/core';
import { contract } from '@textloom/shared/contract';
import { useState } from 'react';
import { useAccount, useMay } from '../account.ts';
import { CheckIcon } from '../icons.tsx';
import { Section } from '../ui/Section.tsx';
import classes from './Home.module.css';
import { useSteps } from './useSteps.ts';

/** Guides a new account, until every step is done or the user hides the steps in this browser. */
export function FirstSteps() {
  const storageKey = `textloom.steps.${useAccount().id}`;
  const mayStart = useMay()(contract.message.send);
  const [isHidden, setHidden] = useState(() => localStorage.getItem(storageKey) === 'hidden');
  const isShown = mayStart && !isHidden;
  const steps = useSteps(isShown);
  const isLoaded = steps.every(({ isDone, isUnknown }) => isDone !== undefined || isUnknown);
  if (!isShown || !isLoaded || !steps.some(({ isDone }) => isDone === false)) return null;
  const hide = () => {
    localStorage.setItem(storageKey, 'hidden');
    setHidden(true);
  };
  return (
    <Section
      title="First steps"
      actions={
        <Button variant="subtle" color="gray" size="compact-sm" onClick={hide}>
          Hide
        </Button>
      }
    >
      <ol className={classes.list}>
        {steps.map(({ title, detail, href, isDone }) => (
          <li key={title} className={classes.step} data-done={isDone || undefined}>
            <span className={classes.tick} aria-hidden>
              {isDone && <CheckIcon size={14} />}
            </span>
            <a href={href}>{title}</a>
            {isDone ? (
              <VisuallyHidden>Done</VisuallyHidden>
            ) : (
              <span className={classes.detail}>{detail}</span>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}
