import { rulesOf } from './language-documentation.ts';
import { nameInContract } from './names.ts';
import type { Notes } from './notes.ts';
import type { Field } from './shape.ts';

/** How a format speaks of itself in notes. */
export type Language = {
  name: string;
  /** A clause that ends before what the format cannot say: `TypeScript has no place for`. */
  lacks: string;
  /** Where readers find what types do not say: `only the comment says`. */
  says: string;
  /** Rules that types tell, as `rulesOf` writes them. */
  expressed: readonly string[];
  /** Whether lists have a length. */
  hasLengths?: true;
  /** Whether relationships are fields. */
  hasLinks?: true;
  /** How a type is called whose name has no letters for it. */
  typeName: string;
};

function insideOf({ shape }: Field): readonly Field[] {
  if (shape.kind === 'record') return shape.fields;
  if (shape.kind === 'list') return [shape.items];
  return shape.kind === 'map' ? [shape.key, shape.value] : [];
}

function openRules(field: Field, { expressed, hasLengths }: Language): string[] {
  const { shape } = field;
  const length = shape.kind === 'list' && !hasLengths ? shape.dimensions : undefined;
  return [
    ...rulesOf(field).filter((rule) => !expressed.includes(rule)),
    ...(length === undefined ? [] : [`length ${length}`]),
  ];
}

/** Says of every field which of its rules its type does not tell. */
export function noteRules(fields: readonly Field[], notes: Notes, language: Language): void {
  for (const field of fields) {
    const open = openRules(field, language);
    if (open.length > 0) notes.addRules(field, { clause: language.says, rules: open });
    if (field.shape.kind === 'map' && field.shape.key.values !== undefined)
      notes.add(field.shape.key.path, `${language.says} its allowed values`);
    noteRules(insideOf(field), notes, language);
  }
}

type Naming = { text: string; wanted: string; name: string };

const clauseOf = (why: string, name: string): string =>
  `its name is ${why}, so it is called ${name}`;

/** Notes that a type is not called as its table; what its comment says of it. */
export function noteTypeName(
  notes: Notes,
  language: Pick<Language, 'name'>,
  { text, wanted, name }: Naming,
): string[] {
  const said = nameInContract(name, text);
  const isName = nameInContract(wanted, text).length === 0;
  if (said.length > 0)
    notes.add(text, clauseOf(isName ? 'taken' : `no name of ${language.name}`, name));
  return said;
}

type MemberNaming = { name: string; wanted: string; format: string; taken?: string };

/** Notes that a member is not called as its property; what its comment says of it. */
export function noteMemberName(
  { name: text, path }: Pick<Field, 'name' | 'path'>,
  notes: Notes,
  { name, wanted, format, taken = 'taken' }: MemberNaming,
): string[] {
  if (name === text) return [];
  notes.add(path, clauseOf(wanted === text ? taken : `no name of ${format}`, name));
  return [`Name in the contract: ${text}`];
}
