import { Group, Paper, Stack, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { productName } from '@textloom/shared/contract';
import type { ReactNode } from 'react';
import { Logo } from '../icons.tsx';
import classes from './SignIn.module.css';

/** The page of somebody who is not signed in. */
export function SignInPage({ children }: { children: ReactNode }) {
  useDocumentTitle(`Sign in · ${productName}`);
  return (
    <main className={classes.page}>
      <Paper className={classes.card} withBorder radius="lg" p="xl">
        <Stack gap="lg">
          <Group gap="sm">
            <Logo size={36} />
            <Title order={1} size="h3">
              Sign in to {productName}
            </Title>
          </Group>
          {children}
        </Stack>
      </Paper>
    </main>
  );
}
