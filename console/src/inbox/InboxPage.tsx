import { Button, Center, VisuallyHidden } from '@mantine/core';
import { useDisclosure, useDocumentTitle } from '@mantine/hooks';
import type { contract } from '@textloom/shared/contract';
import { limits, productName, type Input } from '@textloom/shared/contract';
import { useRef, useState } from 'react';
import { useClient } from '../api/api.ts';
import { usePages } from '../api/queries.ts';
import { InboxIcon } from '../icons.tsx';
import { ErrorNotice, Notice } from '../Notice.tsx';
import { useTyped } from '../filters/useTyped.ts';
import { go, goTyping } from '../navigate.ts';
import { linkTo, type PageProps, type Query } from '../route.ts';
import { toTable } from '../ui/toTable.ts';
import panes from '../ui/TwoPanes.module.css';
import { ConversationList, views, type View } from './ConversationList.tsx';
import { Shortcuts } from './Shortcuts.tsx';
import { Thread } from './Thread.tsx';
import { useShortcuts } from './useShortcuts.ts';

const filters: Readonly<Record<View, Input<typeof contract.conversation.list>>> = {
  open: { status: 'open' },
  unread: { unread: true },
  closed: { status: 'closed' },
};

/** Shows the conversations on the left, and one of them on the right. */
export default function InboxPage({ route: { id, query } }: PageProps) {
  const client = useClient();
  const page = useRef<HTMLDivElement>(null);
  const searchInput = useRef<HTMLInputElement>(null);
  const [moved, setMoved] = useState<string>();
  const [help, dialog] = useDisclosure(false);
  const { search = '' } = query;
  const [typed, setTyped] = useTyped(search, (words) => {
    if (words !== search) goTyping(linkTo('inbox', id, { ...next, search: words }), true);
  });
  const view = views.find(({ value }) => value === query.view)?.value ?? 'open';
  const next: Query = { ...(view !== 'open' && { view }), ...(search !== '' && { search }) };
  const conversations = usePages(
    ['conversation', 'list'],
    client.conversation.list,
    { ...filters[view], ...(search !== '' && { search }) },
    { pollMs: 3_000 },
  );
  const table = toTable(conversations, search === '' ? undefined : limits.searchedConversations);
  const { rows, error } = table;
  // The last place of the open conversation in the list, which it may have left.
  const [place, setPlace] = useState<{ id: string; at: number }>();
  const shownAt = rows?.findIndex((row) => row.id === id) ?? -1;
  if (id !== undefined && shownAt >= 0 && !(place?.id === id && place.at === shownAt))
    setPlace({ id, at: shownAt });
  const unread = rows?.filter((row) => row.unread > 0).length ?? 0;
  useDocumentTitle(`${unread > 0 ? `(${unread}) ` : ''}Inbox · ${productName}`);

  const move = (step: number) => {
    if (!rows?.length) return;
    const at = rows.findIndex((row) => row.id === id);
    // The open conversation may have left the list. The next one is then where it was.
    const left = place !== undefined && place.id === id ? place.at : 0;
    const target =
      rows[at >= 0 ? at + step : Math.min(step > 0 ? left : left - 1, rows.length - 1)];
    if (!target) return;
    setMoved(target.id);
    go(linkTo('inbox', target.id, next));
  };
  const { isOn, turn } = useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    r: () => page.current?.querySelector('textarea')?.focus(),
    e: () => page.current?.querySelector<HTMLElement>('[data-toggle-conversation]')?.click(),
    '/': () => searchInput.current?.focus(),
    'shift+?': dialog.open,
  });

  return (
    <div ref={page} className={panes.page} data-view={id !== undefined ? 'conversation' : 'list'}>
      <VisuallyHidden component="h1">Inbox</VisuallyHidden>
      <div className={panes.list}>
        {rows === undefined && error ? (
          <Center h="100%">
            <ErrorNotice error={error} onRetry={table.onRetry} />
          </Center>
        ) : (
          <ConversationList
            {...table}
            selected={id}
            query={next}
            view={view}
            onView={(value) =>
              go(linkTo('inbox', id, { ...next, view: value === 'open' ? '' : value }))
            }
            search={typed}
            onSearch={setTyped}
            searchInput={searchInput}
            empty={<Empty view={view} isSearch={search !== ''} />}
          />
        )}
      </div>
      {id !== undefined ? (
        <Thread key={id} id={id} query={next} focusesReply={moved !== id} />
      ) : (
        <Center className={panes.placeholder}>
          {rows !== undefined && rows.length > 0 && (
            <Notice
              icon={<InboxIcon size={26} />}
              title="Choose a conversation"
              action={
                <Button variant="default" onClick={dialog.open}>
                  Keyboard shortcuts
                </Button>
              }
            >
              New texts appear here as they arrive.
            </Notice>
          )}
        </Center>
      )}
      <Shortcuts opened={help} onClose={dialog.close} isOn={isOn} onTurn={turn} />
    </div>
  );
}

function Empty({ view, isSearch }: { view: View; isSearch: boolean }) {
  if (isSearch)
    return (
      <Notice icon={<InboxIcon size={26} />} title="No conversation matches">
        Search for part of a name, a number or the last text.
      </Notice>
    );
  if (view !== 'open')
    return (
      <Notice
        icon={<InboxIcon size={26} />}
        title={view === 'unread' ? 'Everything is read' : 'No closed conversations'}
      />
    );
  return (
    <Notice icon={<InboxIcon size={26} />} title="No conversations yet">
      A conversation starts when somebody texts one of your numbers. To try it, send a text from a{' '}
      <a href={linkTo('handsets')}>simulated handset</a>.
    </Notice>
  );
}
