import { Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import classes from './Section.module.css';

interface SectionProps {
  title: string;
  actions?: ReactNode;
  /** Omits the frame around content that has its own. */
  plain?: boolean;
  children: ReactNode;
}

export function Section({ title, actions, plain, children }: SectionProps) {
  const id = useId();
  return (
    <section className={plain ? classes.plain : classes.section} aria-labelledby={id}>
      <header className={classes.header}>
        <Title order={2} size="h5" id={id}>
          {title}
        </Title>
        {actions}
      </header>
      {children}
    </section>
  );
}
