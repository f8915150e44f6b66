import type { PageProps } from '../pages.ts';
import { NewRegistration } from './NewRegistration.tsx';
import { RegistrationPage } from './RegistrationPage.tsx';
import { Registrations } from './Registrations.tsx';

export default function RegistrationsPage({ route: { id, query } }: PageProps) {
  if (id === undefined) return <Registrations />;
  if (id === 'new') return <NewRegistration key={query.of ?? ''} query={query} />;
  return <RegistrationPage key={id} id={id} />;
}
