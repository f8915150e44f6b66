import { ActionIcon, Popover, Table, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { HelpIcon } from '../icons.tsx';
import classes from './OutcomeHelp.module.css';
import { outcomeRows, type OutcomeRow } from './outcomes.ts';

/**
 * Explains what the last two digits mean. Next to a field, users can select a row to fill in the
 * field.
 */
export function OutcomeHelp({ onPick }: { onPick?: (row: OutcomeRow) => void }) {
  const [opened, disclosure] = useDisclosure(false);
  const pick = (row: OutcomeRow) => {
    disclosure.close();
    onPick?.(row);
  };
  return (
    <Popover
      opened={opened}
      onDismiss={disclosure.close}
      width={340}
      shadow="md"
      position={onPick ? 'right-start' : 'bottom-start'}
      middlewares={{ flip: true, shift: { crossAxis: true, padding: 8 } }}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="xs"
          onClick={disclosure.toggle}
          {...(opened && keepsEscape)}
          aria-label="What the last two digits mean"
        >
          <HelpIcon size={15} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown
        className={classes.dropdown}
        aria-label="What the last two digits mean"
        {...keepsEscape}
      >
        <Table fz="xs" verticalSpacing={4} withRowBorders={false} highlightOnHover={!!onPick}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Ends in</Table.Th>
              <Table.Th>What happens to texts</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {outcomeRows.map((row) => (
              <Table.Tr key={row.digits} className={classes.row}>
                <Table.Td className={classes.digits}>{row.digits}</Table.Td>
                <Table.Td>
                  {onPick ? (
                    <UnstyledButton
                      className={classes.title}
                      {...keepsEscape}
                      onClick={() => {
                        pick(row);
                      }}
                    >
                      {row.title}
                    </UnstyledButton>
                  ) : (
                    row.title
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Escape closes only this element, not the dialog around it. */
const keepsEscape = { 'data-mantine-stop-propagation': true };
