import type { ComponentType } from 'react';
import { loadPage } from './connection/loadPage.ts';
import {
  AuditIcon,
  BroadcastIcon,
  CarrierIcon,
  ConsentIcon,
  ContactIcon,
  HandsetIcon,
  HomeIcon,
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
import type { PageProps } from './route.ts';

interface PageDefinition {
  readonly label: string;
  readonly Icon: ComponentType;
  /** Content next to the label in the navigation, such as a count. */
  readonly Mark?: ComponentType;
  /** The browser loads the code of a page when it first shows the page. */
  readonly Component: ComponentType<PageProps>;
}

/** Groups the pages by their names in the URL, in the order of the navigation. */
export const pageGroups: Readonly<Record<string, Readonly<Record<string, PageDefinition>>>> = {
  Overview: {
    home: {
      label: 'Home',
      Icon: HomeIcon,
      Component: loadPage(() => import('./home/HomePage.tsx')),
    },
  },
  Texting: {
    inbox: {
      label: 'Inbox',
      Icon: InboxIcon,
      Mark: UnreadConversations,
      Component: loadPage(() => import('./inbox/InboxPage.tsx')),
    },
    messages: {
      label: 'Messages',
      Icon: MessageIcon,
      Component: loadPage(() => import('./messages/MessagesPage.tsx')),
    },
    broadcasts: {
      label: 'Broadcasts',
      Icon: BroadcastIcon,
      Component: loadPage(() => import('./broadcasts/BroadcastsPage.tsx')),
    },
    reviews: {
      label: 'Review',
      Icon: ReviewIcon,
      Mark: OpenReviews,
      Component: loadPage(() => import('./reviews/ReviewsPage.tsx')),
    },
    handsets: {
      label: 'Handsets',
      Icon: HandsetIcon,
      Component: loadPage(() => import('./handsets/HandsetsPage.tsx')),
    },
  },
  People: {
    contacts: {
      label: 'Contacts',
      Icon: ContactIcon,
      Component: loadPage(() => import('./contacts/ContactsPage.tsx')),
    },
    lists: {
      label: 'Lists',
      Icon: ListIcon,
      Component: loadPage(() => import('./lists/ListsPage.tsx')),
    },
    consents: {
      label: 'Consent',
      Icon: ConsentIcon,
      Component: loadPage(() => import('./consents/ConsentsPage.tsx')),
    },
    verifications: {
      label: 'Verifications',
      Icon: VerificationIcon,
      Component: loadPage(() => import('./verifications/VerificationsPage.tsx')),
    },
  },
  Sending: {
    numbers: {
      label: 'Numbers',
      Icon: NumberIcon,
      Component: loadPage(() => import('./numbers/NumbersPage.tsx')),
    },
    registrations: {
      label: 'Registrations',
      Icon: RegistrationIcon,
      Component: loadPage(() => import('./registrations/RegistrationsPage.tsx')),
    },
    reports: {
      label: 'Reports',
      Icon: ReportIcon,
      Component: loadPage(() => import('./reports/ReportsPage.tsx')),
    },
  },
  Setup: {
    webhooks: {
      label: 'Webhooks',
      Icon: WebhookIcon,
      Component: loadPage(() => import('./webhooks/WebhooksPage.tsx')),
    },
    carriers: {
      label: 'Carriers',
      Icon: CarrierIcon,
      Component: loadPage(() => import('./carriers/CarriersPage.tsx')),
    },
    keys: {
      label: 'API keys',
      Icon: KeyIcon,
      Component: loadPage(() => import('./keys/KeysPage.tsx')),
    },
    audit: {
      label: 'Audit log',
      Icon: AuditIcon,
      Component: loadPage(() => import('./audit/AuditPage.tsx')),
    },
    settings: {
      label: 'Settings',
      Icon: SettingsIcon,
      Component: loadPage(() => import('./settings/SettingsPage.tsx')),
    },
  },
};

export const pages: Readonly<Record<string, PageDefinition>> = Object.fromEntries(
  Object.values(pageGroups).flatMap((group) => Object.entries(group)),
);

export const firstPage = 'home';

/** Stands for every URL that leads to no page. */
export const notFound: Pick<PageDefinition, 'Component'> = {
  Component: loadPage(() => import('./home/NotFoundPage.tsx')),
};
