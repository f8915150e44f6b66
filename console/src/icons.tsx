import type { ReactNode } from 'react';

const icon = (paths: ReactNode) =>
  function Icon({ size = 18 }: { size?: number }) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.75}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden
      >
        {paths}
      </svg>
    );
  };

export const HandsetIcon = icon(
  <>
    <rect x="6.5" y="2.5" width="11" height="19" rx="2.5" />
    <path d="M11 18.5h2" />
  </>,
);
export const PlusIcon = icon(<path d="M12 5v14M5 12h14" />);
export const SendIcon = icon(<path d="M12 19V5M6 11l6-6 6 6" />);
export const BackIcon = icon(<path d="M15 5l-7 7 7 7" />);
export const DownIcon = icon(<path d="M12 5v14M6 13l6 6 6-6" />);
export const ChoiceIcon = icon(<path d="M8 10l4-4 4 4M8 14l4 4 4-4" />);
export const HelpIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M9.6 9.4a2.5 2.5 0 1 1 3.6 2.3c-.8.4-1.2.9-1.2 1.8M12 16.7v.05" />
  </>,
);
export const WarningIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 7.5v5.5M12 16.4v.05" />
  </>,
);
export const SignOutIcon = icon(
  <path d="M10 4H6a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h4M15 8l4 4-4 4M19 12H9" />,
);
export const CopyIcon = icon(
  <>
    <rect x="8.5" y="8.5" width="11" height="11" rx="2" />
    <path d="M15.5 5.5a2 2 0 0 0-2-2h-7a3 3 0 0 0-3 3v7a2 2 0 0 0 2 2" />
  </>,
);
export const CheckIcon = icon(<path d="M5 12.5l4.5 4.5L19 7.5" />);

export const MessageIcon = icon(<path d="M4 5.5h16v11H10l-4.5 3.5v-3.5H4z" />);
export const ContactIcon = icon(
  <>
    <circle cx="12" cy="8" r="3.75" />
    <path d="M4.5 20c.6-4 3.6-6 7.5-6s6.9 2 7.5 6" />
  </>,
);
export const ListIcon = icon(<path d="M9 6h11M9 12h11M9 18h11M4.5 6h.05M4.5 12h.05M4.5 18h.05" />);
export const NumberIcon = icon(<path d="M9.5 4L7.5 20M16.5 4l-2 16M4.5 9h16M3.5 15h16" />);
export const RegistrationIcon = icon(
  <>
    <path d="M12 3l7.5 3v5.5c0 4.5-3 7.5-7.5 9.5-4.5-2-7.5-5-7.5-9.5V6z" />
    <path d="M8.75 12l2.25 2.25L15.25 10" />
  </>,
);
export const WebhookIcon = icon(
  <>
    <path d="M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1" />
    <path d="M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1" />
  </>,
);
export const ReportIcon = icon(<path d="M4 20h16M7 16v-5M12 16V5M17 16v-8" />);
export const CarrierIcon = icon(
  <>
    <path d="M12 12v8.5M12 12v.05" />
    <path d="M8.5 15.5a5 5 0 1 1 7 0M5.5 18a9 9 0 1 1 13 0" />
  </>,
);
export const KeyIcon = icon(
  <>
    <circle cx="8" cy="15" r="4" />
    <path d="M11 12l8.5-8.5M16 7l3 3" />
  </>,
);
export const AuditIcon = icon(
  <>
    <path d="M6 3.5h12v17H6z" />
    <path d="M9 8h6M9 12h6M9 16h3" />
  </>,
);
export const InboxIcon = icon(
  <>
    <path d="M4 13.5L6.5 5h11L20 13.5V19H4z" />
    <path d="M4 13.5h4.5l1.5 2.5h4l1.5-2.5H20" />
  </>,
);
export const ReviewIcon = icon(
  <>
    <path d="M4 5h16v11H10l-4.5 3.5V16H4z" />
    <path d="M10 8.9a2 2 0 1 1 2.9 1.8c-.6.3-.9.7-.9 1.3M12 13.7v.05" />
  </>,
);
export const ConsentIcon = icon(
  <>
    <path d="M6 3.5h9l4 4v13H6z" />
    <path d="M9 13.5l2.2 2.2L15.5 11" />
  </>,
);
export const VerificationIcon = icon(
  <>
    <rect x="5" y="10.5" width="14" height="10" rx="2" />
    <path d="M8 10.5V8a4 4 0 0 1 8 0v2.5M12 14.5v2.5" />
  </>,
);
export const SettingsIcon = icon(
  <path d="M4 7h9M17 7h3M4 17h3M11 17h9M13 7a2 2 0 1 0 4 0a2 2 0 1 0-4 0M7 17a2 2 0 1 0 4 0a2 2 0 1 0-4 0" />,
);
export const BroadcastIcon = icon(
  <>
    <path d="M4 10v4h3.5L15 18.5v-13L7.5 10z" />
    <path d="M18 9.5a3.5 3.5 0 0 1 0 5" />
  </>,
);
export const ImportIcon = icon(<path d="M12 15V4M7.5 8.5L12 4l4.5 4.5M4 15v5h16v-5" />);
export const ExportIcon = icon(<path d="M12 4v11M7.5 10.5L12 15l4.5-4.5M4 15v5h16v-5" />);
export const MoreIcon = icon(<path d="M5 12h.05M12 12h.05M19 12h.05" />);
export const InboundIcon = icon(<path d="M17 7L7 17M7 9v8h8" />);
export const OutboundIcon = icon(<path d="M7 17L17 7M9 7h8v8" />);
export const SunIcon = icon(
  <>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M5.6 18.4l1.1-1.1M17.3 6.7l1.1-1.1" />
  </>,
);
export const MoonIcon = icon(<path d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z" />);

/** Shows the threads of a loom. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden>
      <rect width="32" height="32" rx="8" fill="var(--mantine-primary-color-filled)" />
      <g fill="none" stroke="#fff" strokeWidth="3" strokeLinecap="round">
        <path d="M12 7v2M12 15v10M20 7v10M20 23v2" />
        <path d="M7 12h10M23 12h2M7 20h2M15 20h10" />
      </g>
    </svg>
  );
}
export const HomeIcon = icon(<path d="M4 11l8-7 8 7M6 9.5V20h12V9.5M10 20v-6h4v6" />);
export const SearchIcon = icon(
  <>
    <circle cx="11" cy="11" r="6.5" />
    <path d="M16 16l4.5 4.5" />
  </>,
);
export const CloseIcon = icon(<path d="M7 7l10 10M17 7L7 17" />);
