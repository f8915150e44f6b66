import { Button, Group } from '@mantine/core';
import { HelpIcon } from '../icons.tsx';
import { Notice } from '../Notice.tsx';
import { linkTo } from '../route.ts';
import { Page } from '../ui/Page.tsx';

/** Says that no page exists at a URL, and links to others. */
export default function NotFoundPage() {
  return (
    <Page title="Page not found">
      <Group justify="center" mt="xl">
        <Notice
          icon={<HelpIcon size={26} />}
          title="There is no page at this URL"
          action={
            <>
              <Button component="a" href={linkTo('home')}>
                Home
              </Button>
              <Button component="a" variant="default" href={linkTo('inbox')}>
                Inbox
              </Button>
              <Button component="a" variant="default" href={linkTo('messages')}>
                Messages
              </Button>
            </>
          }
        >
          Check the URL, or choose a page from the navigation.
        </Notice>
      </Group>
    </Page>
  );
}
