import { Kbd, Switch, Table } from '@mantine/core';
import { Dialog } from '../ui/Dialog.tsx';

const shortcuts = [
  ['j', 'Next conversation'],
  ['k', 'Previous conversation'],
  ['r', 'Write a reply'],
  ['e', 'Close or reopen the conversation'],
  ['/', 'Search'],
  ['Esc', 'Leave the reply or the search'],
  ['?', 'Show these shortcuts'],
] as const;

interface ShortcutsProps {
  opened: boolean;
  onClose: () => void;
  isOn: boolean;
  onTurn: (on: boolean) => void;
}

export const Shortcuts = ({ opened, onClose, isOn, onTurn }: ShortcutsProps) => (
  <Dialog title="Keyboard shortcuts" opened={opened} onClose={onClose}>
    <Switch
      label="Use these shortcuts in this browser"
      checked={isOn}
      onChange={({ currentTarget }) => onTurn(currentTarget.checked)}
      mb="sm"
    />
    <Table>
      <Table.Tbody>
        {shortcuts.map(([key, action]) => (
          <Table.Tr key={key}>
            <Table.Td w={80}>
              <Kbd>{key}</Kbd>
            </Table.Td>
            <Table.Td>{action}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Dialog>
);
