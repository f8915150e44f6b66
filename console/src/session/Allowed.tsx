import { Group } from '@mantine/core';
import type { Operation } from '@textloom/shared/contract';
import type { ReactNode } from 'react';
import { useAccount, useMay } from '../account.ts';
import { KeyIcon } from '../icons.tsx';
import { Notice } from '../Notice.tsx';
import { Page } from '../ui/Page.tsx';

interface AllowedProps {
  /** What the form of the page does. */
  operation: Pick<Operation, 'scope' | 'summary'>;
  title: string;
  back: { label: string; href: string };
  children: ReactNode;
}

/** Shows a form only to keys that may use it, and to other keys the reason why there is none. */
export function Allowed({ operation, title, back, children }: AllowedProps) {
  const may = useMay();
  const { scope } = useAccount();
  if (may(operation)) return children;
  return (
    <Page title={title} back={back} narrow>
      <Group justify="center">
        <Notice icon={<KeyIcon size={26} />} title="This key cannot do that">
          {`Your key has the scope ${scope}. To use this page, sign in with a key that has the scope ${operation.scope}.`}
        </Notice>
      </Group>
    </Page>
  );
}
