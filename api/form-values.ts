import { maybeSeconds } from '../domain/messaging/ids.ts';
import { readFlag, readSeconds, readTimestamp } from './messaging-body.ts';

/** What a member of a body says, whose texts of forms may stand for something else; refuses what is nothing like it. */
type ValueReader = (value: unknown, name: string) => unknown;

/** Null, for which forms have an empty text. */
const orNull: ValueReader = (value) => (value === '' ? null : value);

/** Whole seconds, or null. */
const seconds: ValueReader = (value, name) => maybeSeconds(readTimestamp(value, name));

/** How the members of bodies are read that are no plain texts. */
export const valueReaders = {
  flag: readFlag,
  orNull,
  seconds,
  time: readSeconds,
} satisfies Record<string, ValueReader>;

/** The body with these members read; the others stay as they came. */
export function readFormValues(
  body: Record<string, unknown>,
  readers: Record<string, ValueReader>,
): Record<string, unknown> {
  const members = Object.entries(body).map(([name, value]) => {
    const read = Object.hasOwn(readers, name) ? readers[name] : undefined;
    return [name, read ? read(value, name) : value] as const;
  });
  return Object.fromEntries(members);
}
