import { Button, Skeleton, Title, VisuallyHidden } from '@mantine/core';
import type { Handset } from '../api/simulator.ts';
import { PlusIcon } from '../icons.tsx';
import { linkTo } from '../route.ts';
import { ConnectionState } from './ConnectionState.tsx';
import { formatTimeOrDay } from '../dates.ts';
import classes from '../ui/SideList.module.css';
import { HandsetMark } from './HandsetMark.tsx';
import { formatPhoneNumber } from '../phoneNumber.ts';
import { moveFocus } from '../ui/moveFocus.ts';
import { summarize } from '../ui/MediaLinks.tsx';
import { useTexts, type Connection } from './queries.ts';

interface HandsetListProps {
  /** Absent while they load. */
  handsets: readonly Handset[] | undefined;
  selected: string | undefined;
  unread: ReadonlySet<string>;
  connection: Connection;
  onNew: () => void;
}

export function HandsetList({ handsets, selected, unread, connection, onNew }: HandsetListProps) {
  const isUnlisted = handsets && !handsets.some(({ number }) => number === selected);
  const now = Date.now();
  return (
    <section className={classes.side} aria-labelledby="handsets">
      <header className={classes.header}>
        <div>
          <Title order={2} size="h4" id="handsets">
            Handsets
          </Title>
          <ConnectionState connection={connection} />
        </div>
        <Button
          size="xs"
          variant="default"
          leftSection={<PlusIcon size={14} />}
          onClick={onNew}
          aria-label="New handset"
        >
          New
        </Button>
      </header>
      <ul className={classes.list} onKeyDown={moveFocus} aria-busy={!handsets}>
        {!handsets && placeholders}
        {isUnlisted && selected !== undefined && <UnlistedHandset number={selected} />}
        {handsets?.map(({ number, last_text, last_at }) => (
          <li key={number}>
            <Row
              number={number}
              selected={number === selected}
              text={summarize(last_text)}
              at={{ dateTime: last_at, label: formatTimeOrDay(last_at, now) }}
              unread={unread.has(number)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shows the selected handset if it has no texts yet, or is not among the newest handsets. */
function UnlistedHandset({ number }: { number: string }) {
  const last = useTexts(number).data?.at(-1);
  return (
    <li>
      <Row number={number} selected text={last ? summarize(last.text) : 'No texts yet'} />
    </li>
  );
}

interface RowProps {
  number: string;
  selected: boolean;
  text: string;
  at?: { dateTime: string; label: string };
  unread?: boolean;
}

function Row({ number, selected, text, at, unread }: RowProps) {
  return (
    <a
      className={classes.row}
      href={linkTo('handsets', number)}
      aria-current={selected ? 'true' : undefined}
      data-unread={unread || undefined}
    >
      <HandsetMark number={number} />
      <span className={classes.name}>{formatPhoneNumber(number)}</span>
      {at && (
        <time className={classes.time} dateTime={at.dateTime}>
          {at.label}
        </time>
      )}
      <span className={classes.text} dir="auto">
        {text}
      </span>
      {unread && (
        <span className={classes.dot}>
          <VisuallyHidden>unread</VisuallyHidden>
        </span>
      )}
    </a>
  );
}

const placeholders = Array.from({ length: 4 }, (_, index) => (
  <li key={index} className={classes.row}>
    <Skeleton circle height={40} />
    <Skeleton height={12} width="70%" />
    <Skeleton className={classes.text} height={10} width="90%" />
  </li>
));
