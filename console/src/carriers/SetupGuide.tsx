import { Button, Group } from '@mantine/core';
import { HandsetIcon } from '../icons.tsx';
import { Notice } from '../Notice.tsx';

const guide = 'https://github.com/textloom/textloom/blob/main/docs/guides/first-real-text.md';

/** Shows how to reach real phones while only simulated handsets get texts. */
export const SetupGuide = () => (
  <Group justify="center" mt="xl">
    <Notice
      icon={<HandsetIcon size={26} />}
      title="Texts reach only simulated handsets"
      action={
        <Button component="a" href={guide} target="_blank" rel="noreferrer" variant="default">
          Open the guide
        </Button>
      }
    >
      Connect a Twilio account, an Android phone or another carrier, and send your first real text
      in ten minutes.
    </Notice>
  </Group>
);
