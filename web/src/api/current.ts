/** `extensions.current` of a CONFLICT, which arrives as plain JSON: with all of these fields, or null as when the thing was deleted. */
export function currentOf<Current>(current: unknown, fields: readonly (keyof Current & string)[]): Current | null {
  if (typeof current !== 'object' || current === null) return null;
  return fields.every((field) => field in current) ? (current as Current) : null;
}
