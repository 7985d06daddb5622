import type { Notes } from '../../shapes/notes.ts';
import type { Field } from '../../shapes/shape.ts';

/** The JSON name that compilers give a field without `json_name`. */
const usualName = (name: string): string =>
  name.replaceAll(/_+([a-zA-Z0-9])?/g, (_, letter: string = '') => letter.toUpperCase());

/** Characters that a proto file cannot contain, or that parsers read differently. */
// eslint-disable-next-line no-control-regex
const unwritable = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff]|\p{Cs}/u;

/** Names in brackets are reserved for extensions. */
const isWritable = (text: string): boolean =>
  text !== '' && text.length <= 1_000 && !unwritable.test(text) && !/^\[.*\]$/.test(text);

/** The `json_name` of each field as a Protocol Buffers text: the name in the rows. Undefined if compilers choose that name anyway. */
export function jsonNamesOf(
  fields: readonly Field[],
  names: readonly string[],
  notes: Notes,
): (string | undefined)[] {
  return fields.map(({ name, path }, position) => {
    const usual = usualName(names[position] ?? '');
    if (usual === name) return undefined;
    if (isWritable(name)) return `"${name.replaceAll(/["\\]/g, (sign) => `\\${sign}`)}"`;
    notes.warn(path, 'its name cannot be a json_name, so it is called {} in JSON', usual);
    return undefined;
  });
}
