import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useClient } from '../api/api.ts';
import { useAction } from '../api/queries.ts';
import { Confirm } from '../ui/Dialog.tsx';
import { SecretDialog } from '../ui/SecretDialog.tsx';
import { When } from '../ui/When.tsx';

/** Replaces the signing secret of a webhook while its receiver still uses it. */
export function RotateSecret({ id }: { id: string }) {
  const client = useClient();
  const [asking, dialog] = useDisclosure(false);
  const [rotated, setRotated] = useState<{ secret: string; until: string }>();
  const rotate = useAction((_, callOnce) => callOnce(client.webhook.rotateSecret, { id }), {
    changes: ['webhook'],
    showsError: true,
    onDone: ({ secret, previous_secret_expires_at }) => {
      dialog.close();
      if (secret !== null) setRotated({ secret, until: previous_secret_expires_at });
    },
  });
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        Rotate secret
      </Button>
      <Confirm
        title="Rotate the secret?"
        opened={asking}
        onClose={dialog.close}
        label="Rotate secret"
        action={rotate}
      >
        You get a new secret. For 24 hours, deliveries are signed with both secrets, so that your
        program can switch without missing a delivery. A Zap and a Node-RED flow know only the old
        secret. If one of them created this webhook, turn the Zap off and on, or deploy the flow
        again, within these 24 hours. Otherwise, the Zap ignores all later deliveries. An n8n
        workflow changes its secret automatically.
      </Confirm>
      <SecretDialog
        title="New signing secret"
        secret={rotated?.secret}
        onClose={() => setRotated(undefined)}
      >
        <Text size="sm">
          The old secret also signs deliveries until {rotated && <When at={rotated.until} />}.
        </Text>
      </SecretDialog>
    </>
  );
}
