import { Button } from '@mantine/core';
import type { Client } from '@textloom/shared/client';
import type { Contact } from '@textloom/shared/contract';
import { useClient } from '../api/api.ts';
import { useAction } from '../api/queries.ts';
import { downloadJson } from '../downloadFile.ts';

/** Downloads everything that the service stores about a person. */
export function ExportContact({ contact: { id } }: { contact: Contact }) {
  const client = useClient();
  const download = useAction(async () => downloadJson(`${id}.json`, await readAll(client, id)), {
    toast: 'The data is downloaded',
    changes: ['audit'],
  });
  return (
    <Button variant="default" loading={download.isPending} onClick={() => download.mutate()}>
      Export data
    </Button>
  );
}

/** Reads all messages. Only the first page contains the other records. */
async function readAll(client: Client, id: string) {
  const limit = 100;
  const { has_more: _, next_cursor, ...all } = await client.contact.export({ id, limit });
  for (let cursor = next_cursor; cursor !== null;) {
    const page = await client.contact.export({ id, limit, cursor });
    all.messages.push(...page.messages);
    cursor = page.next_cursor;
  }
  return all;
}
