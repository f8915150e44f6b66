import { Skeleton, Text } from '@mantine/core';
import { Section } from '../ui/Section.tsx';
import classes from './Home.module.css';
import { useAttention } from './useAttention.ts';

/** Lists what needs a person, with a way there. */
export function Attention() {
  const { items, isLoading, isIncomplete } = useAttention();
  return (
    <Section title="Action required">
      <div aria-live="polite">
        {items.length > 0 && (
          <ul className={classes.list}>
            {items.map(({ key, title, detail, href, tone }) => (
              <li key={key} className={classes.item} data-tone={tone}>
                <a href={href}>{title}</a>
                {detail !== undefined && <span className={classes.detail}>{detail}</span>}
              </li>
            ))}
          </ul>
        )}
        {isIncomplete ? (
          <Text size="sm" c="dimmed" mt={items.length > 0 ? 'sm' : 0}>
            Some parts could not be checked, so this list may be incomplete.
          </Text>
        ) : isLoading ? (
          items.length === 0 && <Skeleton height={14} width="60%" />
        ) : (
          items.length === 0 && (
            <Text size="sm" c="dimmed">
              No action required.
            </Text>
          )
        )}
      </div>
    </Section>
  );
}
