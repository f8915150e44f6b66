import { Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { productName } from '@textloom/shared/contract';
import { useEffect, useRef, type ReactNode } from 'react';
import { BackIcon } from '../icons.tsx';
import { hasMoved } from '../navigate.ts';
import classes from './Page.module.css';

interface PageProps {
  /** A text, for the title of the tab. */
  title: string;
  /** The page that this one belongs to. */
  back?: { label: string; href: string };
  description?: ReactNode;
  /** Beside the title, such as a status. */
  mark?: ReactNode;
  actions?: ReactNode;
  /** For a form or one object: lines stay short. */
  narrow?: boolean;
  children: ReactNode;
}

export function Page({ title, back, description, mark, actions, narrow, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useDocumentTitle(`${title} · ${productName}`);
  useEffect(() => {
    // The page that was loaded first leaves the focus to the browser.
    if (hasMoved()) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={classes.scroller}>
      <div className={classes.page} data-narrow={narrow || undefined}>
        {back && (
          <a className={classes.back} href={back.href}>
            <BackIcon size={15} />
            {back.label}
          </a>
        )}
        <header className={classes.header}>
          <div className={classes.heading}>
            <Title order={1} size="h2" ref={heading} tabIndex={-1}>
              {title}
            </Title>
            {mark}
            {description && <div className={classes.description}>{description}</div>}
          </div>
          {actions && <div className={classes.actions}>{actions}</div>}
        </header>
        {children}
      </div>
    </div>
  );
}
