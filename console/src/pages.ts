import { lazy, type ComponentType } from 'react';
import {
  CarrierIcon,
  ContactIcon,
  HandsetIcon,
  KeyIcon,
  ListIcon,
  MessageIcon,
  NumberIcon,
  RegistrationIcon,
  ReportIcon,
  WebhookIcon,
} from './icons.tsx';
import type { Route } from './route.ts';

export interface PageProps {
  route: Route;
}

interface PageDefinition {
  readonly label: string;
  readonly Icon: ComponentType;
  /** The browser loads the code of a page when it first shows the page. */
  readonly Component: ComponentType<PageProps>;
}

/** Maps the names in the address to pages, in the order of the navigation. */
export const pages: Readonly<Record<string, PageDefinition>> = {
  messages: {
    label: 'Messages',
    Icon: MessageIcon,
    Component: lazy(() => import('./messages/MessagesPage.tsx')),
  },
  handsets: {
    label: 'Handsets',
    Icon: HandsetIcon,
    Component: lazy(() => import('./handsets/HandsetsPage.tsx')),
  },
  contacts: {
    label: 'Contacts',
    Icon: ContactIcon,
    Component: lazy(() => import('./contacts/ContactsPage.tsx')),
  },
  lists: {
    label: 'Lists',
    Icon: ListIcon,
    Component: lazy(() => import('./lists/ListsPage.tsx')),
  },
  numbers: {
    label: 'Numbers',
    Icon: NumberIcon,
    Component: lazy(() => import('./numbers/NumbersPage.tsx')),
  },
  registrations: {
    label: 'Registrations',
    Icon: RegistrationIcon,
    Component: lazy(() => import('./registrations/RegistrationsPage.tsx')),
  },
  webhooks: {
    label: 'Webhooks',
    Icon: WebhookIcon,
    Component: lazy(() => import('./webhooks/WebhooksPage.tsx')),
  },
  reports: {
    label: 'Reports',
    Icon: ReportIcon,
    Component: lazy(() => import('./reports/ReportsPage.tsx')),
  },
  carriers: {
    label: 'Carriers',
    Icon: CarrierIcon,
    Component: lazy(() => import('./carriers/CarriersPage.tsx')),
  },
  keys: {
    label: 'API keys',
    Icon: KeyIcon,
    Component: lazy(() => import('./keys/KeysPage.tsx')),
  },
};

export const firstPage = 'handsets';
