import type { PageProps } from '../route.ts';
import { ListPage } from './ListPage.tsx';
import { Lists } from './Lists.tsx';

export default function ListsPage({ route: { id } }: PageProps) {
  return id === undefined ? <Lists /> : <ListPage key={id} id={id} />;
}
