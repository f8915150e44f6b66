import { Button, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { explain } from './api/api.ts';
import { WarningIcon } from './icons.tsx';
import classes from './Notice.module.css';

interface NoticeProps {
  icon: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** The level of the heading: 1 if nothing else is on the page. */
  level?: 1 | 2;
}

/** Explains why there is nothing to show, and what to do. */
export function Notice({ icon, title, children, action, level = 2 }: NoticeProps) {
  return (
    <Stack className={classes.notice} align="center" gap="xs">
      <div className={classes.icon}>{icon}</div>
      <Title order={level} size="h4">
        {title}
      </Title>
      {children && (
        <Text size="sm" c="dimmed" component="div">
          {children}
        </Text>
      )}
      {action && <div className={classes.action}>{action}</div>}
    </Stack>
  );
}

interface ErrorLineProps {
  error: unknown;
  onRetry: () => void;
}

/** Explains in one line that older data is on the page, because the service sent no newer data. */
export const ErrorLine = ({ error, onRetry }: ErrorLineProps) => (
  <Group gap="xs" justify="center" role="alert">
    <Text span inherit c="var(--mantine-color-error)">
      {explain(error).title}
    </Text>
    <Button variant="default" size="compact-sm" onClick={onRetry}>
      Try again
    </Button>
  </Group>
);

interface ErrorNoticeProps extends ErrorLineProps {
  /** Further actions next to the retry. */
  children?: ReactNode;
}

export function ErrorNotice({ error, onRetry, children }: ErrorNoticeProps) {
  const { title, advice } = explain(error);
  return (
    <div role="alert">
      <Notice
        icon={<WarningIcon size={26} />}
        title={title}
        action={
          <>
            <Button variant="default" onClick={onRetry}>
              Try again
            </Button>
            {children}
          </>
        }
      >
        {advice}
      </Notice>
    </div>
  );
}
