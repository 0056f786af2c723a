/** The action items a manager should look at first. Pure. */

export type ActionItem = { id: string; name: string; dueDate: string | null; acknowledged: number; people: number };

export function isDone({ acknowledged, people }: ActionItem): boolean {
  return acknowledged >= people;
}

export function isLate(item: ActionItem, today: string): boolean {
  return item.dueDate !== null && item.dueDate < today && !isDone(item);
}

/** Those that still wait before those that are done, the soonest due first; without a due date last. */
export function mostUrgent(items: readonly ActionItem[], most: number): ActionItem[] {
  const never = '9999-12-31';
  return items
    .toSorted(
      (one, other) =>
        Number(isDone(one)) - Number(isDone(other)) ||
        (one.dueDate ?? never).localeCompare(other.dueDate ?? never) ||
        one.name.localeCompare(other.name),
    )
    .slice(0, most);
}
