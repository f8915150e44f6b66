import { Badge, VisuallyHidden } from '@mantine/core';

interface CountProps {
  count: number;
  /** Whether there are more than `count`. */
  hasMore?: boolean;
  /** What is counted, such as "unread". */
  what: string;
}

/** Shows a number that asks for attention, or nothing. */
export const Count = ({ count, hasMore = false, what }: CountProps) =>
  count === 0 ? null : (
    <Badge size="sm" variant="filled" color="red.8" circle={count < 10}>
      {count.toLocaleString()}
      {hasMore && '+'}
      <VisuallyHidden> {what}</VisuallyHidden>
    </Badge>
  );
