import { rulesOf } from './language-documentation.ts';
import { nameInContract } from '../names.ts';
import type { Notes } from '../notes.ts';
import type { Field } from '../shape.ts';

/** Phrases and abilities of a format, for its notes. */
export type Language = {
  name: string;
  /** A clause that the missing feature completes: `TypeScript has no place for`. */
  lacks: string;
  /** The place of facts that types do not express: `only the comment says`. */
  says: string;
  /** Rules that types express, in the form of `rulesOf`. */
  expressed: readonly string[];
  /** True if types of lists have a length. */
  hasLengths?: true;
  /** True if fields express relationships. */
  hasLinks?: true;
  /** The name of a type if the contract's name has no usable letters. */
  typeName: string;
  /** Names of types; `pascalName` by default. */
  nameOf?: (text: string, fallback: string) => string;
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

/** Notes the rules of every field that its type does not express. */
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

const clauseOf = (why: string): string => `its name is ${why}, so it is called {}`;

/** Notes a type whose name differs from its table, and returns the comment for it. */
export function noteTypeName(
  notes: Notes,
  language: Pick<Language, 'name'>,
  { text, wanted, name }: Naming,
): string[] {
  const said = nameInContract(name, text);
  const isName = nameInContract(wanted, text).length === 0;
  if (said.length > 0)
    notes.warn(text, clauseOf(isName ? 'taken' : `no name of ${language.name}`), name);
  return said;
}

type MemberNaming = { name: string; wanted: string; format: string; taken?: string };

/** Notes a member whose name differs from its property, and returns the comment for it. */
export function noteMemberName(
  { name: text, path }: Pick<Field, 'name' | 'path'>,
  notes: Notes,
  { name, wanted, format, taken = 'taken' }: MemberNaming,
): string[] {
  if (name === text) return [];
  notes.warn(path, clauseOf(wanted === text ? taken : `no name of ${format}`), name);
  return [`Name in the contract: ${text}`];
}
