import { Kbd, Table } from '@mantine/core';
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

export const Shortcuts = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => (
  <Dialog title="Keyboard shortcuts" opened={opened} onClose={onClose}>
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
