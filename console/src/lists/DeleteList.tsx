import { Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ContactList } from '@textloom/shared/contract';
import { useClient } from '../api/api.ts';
import { useAction } from '../api/queries.ts';
import { linkTo } from '../route.ts';
import { Confirm } from '../ui/Dialog.tsx';

/** Deletes a list, and names the broadcasts that this can stop. */
export function DeleteList({ list: { id, name } }: { list: ContactList }) {
  const client = useClient();
  const [asking, dialog] = useDisclosure(false);
  const { data: waiting = [] } = useQuery({
    queryKey: ['broadcast', 'waiting'],
    queryFn: async ({ signal }) => {
      const find = (status: 'scheduled' | 'paused') =>
        client.broadcast.list({ status, limit: 100 }, { signal });
      return (await Promise.all([find('scheduled'), find('paused')])).flatMap(({ data }) => data);
    },
    enabled: asking,
  });
  const users = waiting.filter(({ audience: { list_ids = [], exclude_list_ids = [] } }) =>
    [...list_ids, ...exclude_list_ids].includes(id),
  );
  const remove = useAction(() => client.list.delete({ id }), {
    toast: 'The list is deleted',
    changes: ['list', 'contact'],
    showsError: true,
    opens: () => linkTo('lists'),
  });
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        Delete
      </Button>
      <Confirm
        title={`Delete ${name}?`}
        opened={asking}
        onClose={dialog.close}
        label="Delete list"
        action={remove}
      >
        <Stack gap="sm">
          <div>
            This deletes the list permanently but keeps its contacts. A broadcast that includes or
            excludes the list stops unless it has already read its whole audience. Nobody can resume
            it.
          </div>
          {users.length > 0 && (
            <div>
              These scheduled or paused broadcasts use the list:{' '}
              {users.map((broadcast) => broadcast.name).join(', ')}
            </div>
          )}
        </Stack>
      </Confirm>
    </>
  );
}
