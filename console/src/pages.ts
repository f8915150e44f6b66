import { lazy, type ComponentType } from 'react';
import {
  BroadcastIcon,
  CarrierIcon,
  ConsentIcon,
  ContactIcon,
  HandsetIcon,
  InboxIcon,
  KeyIcon,
  ListIcon,
  MessageIcon,
  NumberIcon,
  RegistrationIcon,
  ReportIcon,
  ReviewIcon,
  SettingsIcon,
  VerificationIcon,
  WebhookIcon,
} from './icons.tsx';
import { UnreadConversations } from './inbox/UnreadConversations.tsx';
import { OpenReviews } from './reviews/OpenReviews.tsx';
import type { Route } from './route.ts';

export interface PageProps {
  route: Route;
}

interface PageDefinition {
  readonly label: string;
  readonly Icon: ComponentType;
  /** Content next to the label in the navigation, such as a count. */
  readonly Mark?: ComponentType;
  /** The browser loads the code of a page when it first shows the page. */
  readonly Component: ComponentType<PageProps>;
}

/** Groups the pages by the names in the address, in the order of the navigation. */
export const pageGroups: Readonly<Record<string, Readonly<Record<string, PageDefinition>>>> = {
  Texting: {
    inbox: {
      label: 'Inbox',
      Icon: InboxIcon,
      Mark: UnreadConversations,
      Component: lazy(() => import('./inbox/InboxPage.tsx')),
    },
    messages: {
      label: 'Messages',
      Icon: MessageIcon,
      Component: lazy(() => import('./messages/MessagesPage.tsx')),
    },
    broadcasts: {
      label: 'Broadcasts',
      Icon: BroadcastIcon,
      Component: lazy(() => import('./broadcasts/BroadcastsPage.tsx')),
    },
    reviews: {
      label: 'Review',
      Icon: ReviewIcon,
      Mark: OpenReviews,
      Component: lazy(() => import('./reviews/ReviewsPage.tsx')),
    },
    handsets: {
      label: 'Handsets',
      Icon: HandsetIcon,
      Component: lazy(() => import('./handsets/HandsetsPage.tsx')),
    },
  },
  People: {
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
    consents: {
      label: 'Consent',
      Icon: ConsentIcon,
      Component: lazy(() => import('./consents/ConsentsPage.tsx')),
    },
    verifications: {
      label: 'Verifications',
      Icon: VerificationIcon,
      Component: lazy(() => import('./verifications/VerificationsPage.tsx')),
    },
  },
  Sending: {
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
    reports: {
      label: 'Reports',
      Icon: ReportIcon,
      Component: lazy(() => import('./reports/ReportsPage.tsx')),
    },
  },
  Setup: {
    webhooks: {
      label: 'Webhooks',
      Icon: WebhookIcon,
      Component: lazy(() => import('./webhooks/WebhooksPage.tsx')),
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
    settings: {
      label: 'Settings',
      Icon: SettingsIcon,
      Component: lazy(() => import('./settings/SettingsPage.tsx')),
    },
  },
};

export const pages: Readonly<Record<string, PageDefinition>> = Object.fromEntries(
  Object.values(pageGroups).flatMap((group) => Object.entries(group)),
);

export const firstPage = 'handsets';
