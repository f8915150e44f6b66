import type { PageProps } from '../pages.ts';
import { BroadcastPage } from './BroadcastPage.tsx';
import { Broadcasts } from './Broadcasts.tsx';
import { NewBroadcast } from './NewBroadcast.tsx';

export default function BroadcastsPage({ route: { id, query } }: PageProps) {
  if (id === undefined) return <Broadcasts query={query} />;
  if (id === 'new') return <NewBroadcast query={query} />;
  return <BroadcastPage key={id} id={id} query={query} />;
}
