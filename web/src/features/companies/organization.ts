/** The organization of a company as a tree: divisions hold branches, branches departments, departments teams. */
import type { TreeNode } from '../../ui';
import type { Entry } from './entries';

/** Each inside its parent; one whose parent isn't there is on top, so that none is lost. In order of code. */
export function treeOf(entries: readonly Entry[]): TreeNode<Entry>[] {
  const nodes = new Map(entries.map((row) => [row.id, { id: row.id, row, children: [] as TreeNode<Entry>[] }]));
  const top: TreeNode<Entry>[] = [];
  for (const node of nodes.values()) {
    const parent = node.row.parentId ? nodes.get(node.row.parentId) : undefined;
    (parent?.children ?? top).push(node);
  }
  const byCode = (one: TreeNode<Entry>, other: TreeNode<Entry>) =>
    one.row.code.localeCompare(other.row.code, undefined, { numeric: true });
  for (const node of nodes.values()) node.children.sort(byCode);
  return top.sort(byCode);
}

/** What a search keeps: what it finds, and everything that is around it. */
export function found(entries: readonly Entry[], search: string): Entry[] {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...entries];
  const byId = new Map(entries.map((row) => [row.id, row]));
  const kept = new Set<string>();
  for (const row of entries) {
    const text = `${row.code} ${row.name}`.toLocaleLowerCase();
    if (!words.every((word) => text.includes(word))) continue;
    for (let at: Entry | undefined = row; at && !kept.has(at.id); at = at.parentId ? byId.get(at.parentId) : undefined)
      kept.add(at.id);
  }
  return entries.filter(({ id }) => kept.has(id));
}
