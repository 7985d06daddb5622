import { maybeSeconds } from '../../domain/messaging/ids.ts';
import { readFlag, readSeconds, readTimestamp } from './body.ts';

/** Reads a member of a body, whose form encoding may differ from JSON; refuses other values. */
type ValueReader = (value: unknown, name: string) => unknown;

/** Null, which forms send as an empty text. */
const orNull: ValueReader = (value) => (value === '' ? null : value);

/** Whole seconds, or null. */
const seconds: ValueReader = (value, name) => maybeSeconds(readTimestamp(value, name));

/** Readers of the members that are not plain texts. */
export const valueReaders = {
  flag: readFlag,
  orNull,
  seconds,
  time: readSeconds,
} satisfies Record<string, ValueReader>;

/** Returns the body with these members converted; the others stay unchanged. */
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
