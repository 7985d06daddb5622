import { isDcs } from '../../../domain/standards/versions.ts';
import { objectOf, objectsOf } from '../../../domain/standards/json-value.ts';
import type { JsonObject } from '../../../domain/standards/json-value.ts';
import { nameOf } from '../../../domain/standards/odcs/normalise-property.ts';
import { createNotes } from './notes.ts';
import type { Notes } from './notes.ts';

/** Elements of a list that have a name; a note names the others as left out. */
function named(
  list: unknown,
  { path, old, notes }: { path: string; old: 'table' | 'column'; notes: Notes },
): [name: string, element: JsonObject][] {
  const elements = objectsOf(list);
  const found = elements.flatMap((element): [string, JsonObject][] => {
    const name = nameOf(element, old);
    return name === undefined ? [] : [[name, element]];
  });
  const lost = elements.length - found.length;
  const what = old === 'table' ? ['object', 'objects'] : ['property', 'properties'];
  if (lost === 1) notes.warn(path, `1 ${what[0]} without a name is left out`);
  if (lost > 1) notes.warn(path, `${lost} ${what[1]} without a name are left out`);
  return found;
}

function noteInside(element: JsonObject, path: string, notes: Notes): void {
  const list = element['properties'] ?? element['columns'];
  for (const [name, property] of named(list, { path, old: 'column', notes }))
    noteInside(property, `${path}.${name}`, notes);
  const map = objectOf(element['map']);
  const inner = [
    [objectOf(element['items']), '[]'],
    [objectOf(map?.['key']), '{key}'],
    [objectOf(map?.['value']), '{value}'],
  ] as const;
  for (const [part, sign] of inner) if (part) noteInside(part, `${path}${sign}`, notes);
}

/** Notes on tables and properties without a name, which every format leaves out. */
export function namelessNotes(document: unknown): string[] {
  const contract = objectOf(document) ?? {};
  // The Data Contract Specification uses names as keys.
  if (isDcs(contract)) return [];
  const notes = createNotes();
  const list = contract['schema'] ?? contract['dataset'];
  for (const [name, table] of named(list, { path: 'contract', old: 'table', notes }))
    noteInside(table, name, notes);
  return notes.list().warnings;
}
