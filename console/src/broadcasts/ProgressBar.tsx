import { Progress, VisuallyHidden } from '@mantine/core';
import type { Broadcast } from '@textloom/shared/contract';
import { toShares } from './outcomes.ts';

/** Shows the progress of a broadcast, with a section for each outcome. */
export function ProgressBar({ broadcast, size = 'md' }: { broadcast: Broadcast; size?: string }) {
  const { counts, progress } = broadcast;
  return (
    <>
      <Progress.Root size={size} aria-hidden miw={120}>
        {toShares(counts).map(({ label, color, count }) => (
          <Progress.Section
            key={label}
            value={(100 * count) / Math.max(1, counts.recipients)}
            color={color}
            withAria={false}
          />
        ))}
      </Progress.Root>
      <VisuallyHidden>{progress}% done</VisuallyHidden>
    </>
  );
}
