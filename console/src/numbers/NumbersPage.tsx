import type { PageProps } from '../pages.ts';
import { GetNumber } from './GetNumber.tsx';
import { Numbers } from './Numbers.tsx';

export default function NumbersPage({ route: { id } }: PageProps) {
  return id === 'new' ? <GetNumber /> : <Numbers />;
}
