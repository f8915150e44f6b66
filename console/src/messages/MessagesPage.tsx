import type { PageProps } from '../pages.ts';
import { MessageLog } from './MessageLog.tsx';
import { MessagePage } from './MessagePage.tsx';
import { NewMessage } from './NewMessage.tsx';

export default function MessagesPage({ route: { id, query } }: PageProps) {
  if (id === undefined) return <MessageLog query={query} />;
  if (id === 'new') return <NewMessage query={query} />;
  return <MessagePage key={id} id={id} />;
}
