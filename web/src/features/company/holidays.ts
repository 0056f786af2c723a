/** The holidays that are still ahead, today's among them. */
export function toCome<Holiday extends { date: string }>(holidays: readonly Holiday[], today: string): Holiday[] {
  return holidays.filter(({ date }) => date >= today);
}
