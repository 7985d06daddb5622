import { parseDocument } from 'yaml';

export type Related = { name: string; target: string; multiplicity: string };

/** The members of an entry that the form knows. */
export type EntryForm = {
  name: string;
  id: string;
  type: string;
  description: string;
  status: string;
  iri: string;
  parents: string;
  relationships: Related[];
};

/** What a text says: the form, or why it cannot be read. */
export type EntryReading =
  | { form: EntryForm; problem?: undefined }
  | { problem: { line: number; message: string }; form?: undefined };

const options = { lineWidth: 0 } as const;

/** Reads the YAML of one entry. */
export function readEntryText(text: string): EntryReading {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error !== undefined) {
    const [message = ''] = error.message.split(' at line ');
    return { problem: { line: error.linePos?.[0].line ?? 1, message } };
  }
  const entry = (document.toJS() ?? {}) as unknown;
  if (!isObject(entry)) return { problem: { line: 1, message: '' } };
  return { form: formOf(entry) };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function formOf(entry: Record<string, unknown>): EntryForm {
  const inner = entry['concept'];
  const nested = typeof inner === 'object' && inner !== null ? (inner as { name?: unknown }) : {};
  const parents: unknown[] = Array.isArray(entry['extends']) ? entry['extends'] : [];
  const related: unknown[] = Array.isArray(entry['relationships']) ? entry['relationships'] : [];
  return {
    name: textOf(inner) || textOf(nested.name),
    id: textOf(entry['id']),
    type: textOf(entry['type']),
    description: textOf(entry['description']),
    status: textOf(entry['status']),
    iri: textOf(entry['iri']),
    parents: parents.map(textOf).join(', '),
    relationships: related.map(relatedOf),
  };
}

function relatedOf(value: unknown): Related {
  const { name, multiplicity, roles } = (value ?? {}) as Record<string, unknown>;
  const list: unknown[] = Array.isArray(roles) ? roles : [];
  const last = (list.at(-1) ?? {}) as { concept?: unknown };
  return { name: textOf(name), target: textOf(last.concept), multiplicity: textOf(multiplicity) };
}

type Path = readonly (string | number)[];

/** The text with a member set; an empty value removes it. Comments and all other members stay. */
export function withMember(text: string, path: Path, value: unknown): string {
  const document = parseDocument(text);
  const isEmpty = value === '' || (Array.isArray(value) && value.length === 0);
  if (isEmpty) document.deleteIn(path);
  else document.setIn(path, value);
  return document.toString(options);
}

/** The path of the member of a form, in a text that may have the name inside of `concept`. */
export function namePath(text: string): Path {
  const inner = (parseDocument(text).toJS() as { concept?: unknown } | null)?.concept;
  return typeof inner === 'object' && inner !== null ? ['concept', 'name'] : ['concept'];
}

/** The text with a list of names instead of another one. */
export function withParents(text: string, parents: string): string {
  const names = parents.split(',').map((name) => name.trim());
  return withMember(text, ['extends'], names.filter(Boolean));
}

/** The text with one more relationship. */
export function withRelationship(text: string): string {
  const document = parseDocument(text);
  const entry = { name: '', roles: [{ concept: '' }] };
  if (document.hasIn(['relationships']))
    document.addIn(['relationships'], document.createNode(entry));
  else document.setIn(['relationships'], document.createNode([entry]));
  return document.toString(options);
}

/** The text without a relationship. */
export function withoutRelationship(text: string, index: number): string {
  const document = parseDocument(text);
  document.deleteIn(['relationships', index]);
  const left = (document.toJS() as { relationships?: unknown[] }).relationships;
  if (left?.length === 0) document.deleteIn(['relationships']);
  return document.toString(options);
}

/** The text with the target of a relationship: the concept of its last role. */
export function withTarget(text: string, index: number, target: string): string {
  const document = parseDocument(text);
  const roles = (document.getIn(['relationships', index, 'roles']) as { items?: unknown[] }) ?? {};
  const last = Math.max(0, (roles.items?.length ?? 1) - 1);
  document.setIn(['relationships', index, 'roles', last, 'concept'], target);
  return document.toString(options);
}
