import { contract } from '@textloom/shared/contract';
import { linkTo, type PageProps } from '../route.ts';
import { Allowed } from '../session/Allowed.tsx';
import { MessageLog } from './MessageLog.tsx';
import { MessagePage } from './MessagePage.tsx';
import { NewMessage } from './NewMessage.tsx';

const back = { label: 'Messages', href: linkTo('messages') };

export default function MessagesPage({ route: { id, query } }: PageProps) {
  if (id === undefined) return <MessageLog query={query} />;
  if (id === 'new')
    return (
      <Allowed operation={contract.message.send} title="Send a text" back={back}>
        <NewMessage key={`${query.to ?? ''} ${query.from ?? ''}`} query={query} />
      </Allowed>
    );
  return <MessagePage key={id} id={id} />;
}
