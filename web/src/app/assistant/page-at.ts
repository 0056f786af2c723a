/** Which row of the route table an address belongs to. `$id` stands for any one part. */
import type { PageRow } from '../routes';

export function pageAt(rows: readonly PageRow[], address: string): PageRow | null {
  const parts = partsOf(address.split(/[?#]/)[0] ?? '');
  const fits = ({ path }: PageRow) => {
    const wanted = partsOf(path);
    return (
      wanted.length === parts.length && wanted.every((part, index) => part.startsWith('$') || part === parts[index])
    );
  };
  return rows.find(fits) ?? null;
}

const partsOf = (path: string) => path.split('/').filter((part) => part !== '');
