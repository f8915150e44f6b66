import { Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { productName } from '@textloom/shared/contract';
import { createContext, use, useEffect, useRef, type ReactNode } from 'react';
import { BackIcon } from '../icons.tsx';
import { hasNavigated } from '../navigate.ts';
import classes from './Page.module.css';
import { useScrollPosition } from './useScrollPosition.ts';

/** What to say about a whole page, such as that its data is old. */
export const PageNote = createContext<ReactNode>(null);

interface PageProps {
  /** The title, which must be text because the tab shows it too. */
  title: string;
  /** A link to the parent page. */
  back?: { label: string; href: string };
  description?: ReactNode;
  /** Content next to the title, such as a status. */
  mark?: ReactNode;
  actions?: ReactNode;
  /** Whether lines stay short, for a form or a single object. */
  narrow?: boolean;
  children: ReactNode;
}

export function Page({ title, back, description, mark, actions, narrow, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  useScrollPosition(scroller);
  useDocumentTitle(`${title} · ${productName}`);
  useEffect(() => {
    // On the first page, the browser sets the focus.
    if (hasNavigated()) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={scroller} className={classes.scroller}>
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
        {use(PageNote)}
        {children}
      </div>
    </div>
  );
}
