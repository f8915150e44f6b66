import { contract } from '@textloom/shared/contract';
import { linkTo, type PageProps } from '../route.ts';
import { Allowed } from '../session/Allowed.tsx';
import { ContactPage } from './ContactPage.tsx';
import { Contacts } from './Contacts.tsx';
import { ImportPage } from './ImportPage.tsx';
import { NewContact } from './NewContact.tsx';

const back = { label: 'Contacts', href: linkTo('contacts') };

export default function ContactsPage({ route: { id, query } }: PageProps) {
  if (id === undefined) return <Contacts query={query} />;
  if (id === 'new')
    return (
      <Allowed operation={contract.contact.upsert} title="New contact" back={back}>
        <NewContact key={`${query.phone ?? ''} ${query.list ?? ''}`} query={query} />
      </Allowed>
    );
  if (id === 'import')
    return (
      <Allowed operation={contract.contact.import} title="Import contacts" back={back}>
        <ImportPage query={query} />
      </Allowed>
    );
  return <ContactPage key={id} id={id} />;
}
