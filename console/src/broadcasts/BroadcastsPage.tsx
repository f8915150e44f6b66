import { contract } from '@textloom/shared/contract';
import { linkTo, type PageProps } from '../route.ts';
import { Allowed } from '../session/Allowed.tsx';
import { BroadcastPage } from './BroadcastPage.tsx';
import { Broadcasts } from './Broadcasts.tsx';
import { NewBroadcast } from './NewBroadcast.tsx';

const back = { label: 'Broadcasts', href: linkTo('broadcasts') };

export default function BroadcastsPage({ route: { id, query } }: PageProps) {
  if (id === undefined) return <Broadcasts query={query} />;
  if (id === 'new')
    return (
      <Allowed operation={contract.broadcast.create} title="New broadcast" back={back}>
        <NewBroadcast key={query.list ?? ''} query={query} />
      </Allowed>
    );
  return <BroadcastPage key={id} id={id} query={query} />;
}
