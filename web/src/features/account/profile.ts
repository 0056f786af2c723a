/** The spec's one rule about names and e-mail: none may be empty. The server knows what an address looks like. */
import * as v from 'valibot';

const filled = v.pipe(v.string(), v.trim(), v.nonEmpty('REQUIRED'));

export const profileSchema = v.object({ firstName: filled, lastName: filled, email: filled });

export type Profile = v.InferOutput<typeof profileSchema>;

export function isProfileField(field: string | null): field is keyof Profile {
  return field !== null && field in profileSchema.entries;
}
