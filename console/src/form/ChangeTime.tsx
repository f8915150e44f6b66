import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { contract, type Resource } from '@textloom/shared/contract';
import { useState } from 'react';
import { useAction } from '../api/queries.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { SchemaForm } from './SchemaForm.tsx';
import type { Values } from './values.ts';

interface ChangeTimeProps {
  sendAt: string | null;
  reschedule: (sendAt: string) => Promise<unknown>;
  /** The resource that changes. */
  resource: Resource;
}

/** Asks for another time to send something that is scheduled. */
export function ChangeTime(props: ChangeTimeProps) {
  const [asking, dialog] = useDisclosure(false);
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        Change time
      </Button>
      <Dialog title="Change time" opened={asking} onClose={dialog.close}>
        <TimeForm {...props} onDone={dialog.close} />
      </Dialog>
    </>
  );
}

function TimeForm({
  sendAt,
  reschedule,
  resource,
  onDone,
}: ChangeTimeProps & { onDone: () => void }) {
  const [values, setValues] = useState<Values>({ send_at: sendAt ?? '' });
  const save = useAction(() => reschedule(String(values.send_at)), {
    toast: 'The time is changed',
    changes: [resource],
    showsError: true,
    onDone,
  });
  return (
    <SchemaForm
      schema={contract.message.reschedule.input}
      fields={{ send_at: {} }}
      values={values}
      onChange={setValues}
      submitLabel="Change time"
      action={save}
    />
  );
}
