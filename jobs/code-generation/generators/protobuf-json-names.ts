import type { Notes } from '../shapes/notes.ts';
import type { Field } from '../shapes/shape.ts';

/** What compilers call a field in JSON when nothing is said. */
const usualName = (name: string): string =>
  name.replaceAll(/_+([a-zA-Z0-9])?/g, (_, letter: string = '') => letter.toUpperCase());

/** What no text of a proto file holds, or what every parser reads in another way. */
// eslint-disable-next-line no-control-regex
const unwritable = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff]|\p{Cs}/u;

/** Names in brackets are those of extensions. */
const isWritable = (text: string): boolean =>
  text !== '' && text.length <= 1_000 && !unwritable.test(text) && !/^\[.*\]$/.test(text);

/**
 * The name of each field in JSON as a text of Protocol Buffers: that of the rows, where compilers would take another
 * one. Undefined where nothing has to be said.
 */
export function jsonNamesOf(
  fields: readonly Field[],
  names: readonly string[],
  notes: Notes,
): (string | undefined)[] {
  return fields.map(({ name, path }, position) => {
    const usual = usualName(names[position] ?? '');
    if (usual === name) return undefined;
    if (isWritable(name)) return `"${name.replaceAll(/["\\]/g, (sign) => `\\${sign}`)}"`;
    notes.add(path, `its name cannot be a json_name, so it is called ${usual} in JSON`);
    return undefined;
  });
}
