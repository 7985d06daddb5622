import type { Concept } from '../../../domain/ontology/ontology.ts';
import type { Json } from '../../../lib/json/json.ts';

type Place = Json | undefined;

const step = /\.?"((?:[^"\\]|\\.)*)"|\[(\d+)\]|\[([^\]]*)\]|\.?([^.[\]"]+)/g;

/** What a concept says at the path that a conflict names. */
export function valueAt(concept: Concept | undefined, field: string): Place {
  if (!concept) return undefined;
  const relationships = concept.relationships.map(({ fields }) => fields);
  if (field === '*')
    return { ...concept.fields, ...(relationships.length > 0 && { relationships }) };
  const related = /^relationships\[([^\]]*)\]/.exec(field);
  const start = related
    ? concept.relationships.find(({ identity }) => identity === related[1])?.fields
    : concept.fields;
  return [...field.slice(related?.[0].length ?? 0).matchAll(step)].reduce<Place>(
    (value, [, quoted, place, , name]) =>
      (value as Record<string, Json> | undefined)?.[quoted ?? place ?? name ?? ''],
    start,
  );
}
