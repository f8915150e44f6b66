import type { PageProps } from '../pages.ts';
import { ContactPage } from './ContactPage.tsx';
import { Contacts } from './Contacts.tsx';
import { ImportPage } from './ImportPage.tsx';
import { NewContact } from './NewContact.tsx';

export default function ContactsPage({ route: { id, query } }: PageProps) {
  if (id === undefined) return <Contacts query={query} />;
  if (id === 'new') return <NewContact query={query} />;
  if (id === 'import') return <ImportPage query={query} />;
  return <ContactPage key={id} id={id} />;
}
