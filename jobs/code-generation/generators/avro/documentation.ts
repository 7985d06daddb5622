import { fieldDocumentation } from '../../shapes/text/language-documentation.ts';
import { noteMemberName } from '../../shapes/text/language-notes.ts';
import type { Notes } from '../../shapes/notes.ts';
import type { Field } from '../../shapes/shape.ts';

/** Names of Avro, except the one that readers in JavaScript cannot have. */
export const avroName = /^(?!__proto__$)[A-Za-z_][A-Za-z0-9_]*$/;

/** The aliases of a field: readers may know it by its logical name. */
export function aliased({ property }: Field, taken: Set<string>): { aliases?: string[] } {
  const alias = property?.name ?? '';
  if (!avroName.test(alias) || taken.has(alias)) return {};
  taken.add(alias);
  return { aliases: [alias] };
}

/** Attributes that Avro does not know are metadata. */
export function labelled({ property }: Field): {
  classification?: string;
  tags?: readonly string[];
} {
  const { classification, tags = [] } = property ?? {};
  return {
    ...(classification !== undefined && { classification }),
    ...(tags.length > 0 && { tags }),
  };
}

/** The documentation of a field; labels are separate attributes. */
export function documented(
  field: Field,
  { name, wanted }: { name: string; wanted: string },
  notes: Notes,
): { doc?: string } {
  const { property } = field;
  const renamed = noteMemberName(field, notes, { name, wanted, format: 'Avro' });
  const unlabelled = property && { ...property, tags: [], classification: undefined };
  const deprecated = property?.deprecated === true ? ['Deprecated'] : [];
  const doc = fieldDocumentation(
    { ...field, property: unlabelled },
    [...renamed, ...deprecated],
    () => [],
  ).join('\n');
  return doc === '' ? {} : { doc };
}
