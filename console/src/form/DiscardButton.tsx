import { Button } from '@mantine/core';

interface DiscardButtonProps {
  changes: object;
  onDiscard: () => void;
}

/** Shows that a form has changes, which may be from an earlier visit, and discards them. */
export const DiscardButton = ({ changes, onDiscard }: DiscardButtonProps) =>
  Object.keys(changes).length > 0 && (
    <Button variant="subtle" color="gray" onClick={onDiscard}>
      Discard changes
    </Button>
  );
