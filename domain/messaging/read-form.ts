import { refuse } from '../errors.ts';

/** Maximum number of name/value pairs of a form, and of members of a JSON body. */
export const maxFields = 1_000;

/** Value of one name in the form so far. */
type Node = string | Named | List;
/** Written with names or numbers in brackets. */
type Named = Map<string, Node>;
/** Written with empty brackets. */
type List = Node[];

/**
 * Reads the object of a form in bracket notation: `a[b][]=x` is `{a: {b: ['x']}}`. Names numbered from 0
 * without gaps make a list, in the order of the numbers; other names make an object. `a[][b]=x` goes to the
 * last item of the list, or to a new item if that has a `b`. Refuses with `malformed_body` forms that
 * contradict themselves, nest too deep or have too many pairs.
 */
export function readForm(pairs: Iterable<readonly [name: string, value: string]>): {
  [name: string]: unknown;
} {
  const form: Named = new Map();
  let count = 0;
  for (const [name, value] of pairs) {
    count += 1;
    if (count > maxFields) refuse('malformed_body', `A form has at most ${maxFields} fields.`);
    put(form, splitName(name), { name, value });
  }
  return toObject(form);
}

/** A name and up to four in brackets: `a[b][c][d][e]`. */
const nameForm = /^([^[\]]+)((?:\[[^[\]]*\]){0,4})$/;

/** The parts of a name; an empty part means empty brackets. */
function splitName(name: string): string[] {
  const [, top, brackets] = nameForm.exec(name) ?? [];
  if (top === undefined || brackets === undefined) {
    return refuse(
      'malformed_body',
      `'${brief(name)}' is not a valid field name: write it like a, a[b], a[0][b] or a[b][], at most five deep.`,
    );
  }
  const parts = brackets === '' ? [top] : [top, ...brackets.slice(1, -1).split('][')];
  if (parts.includes('__proto__')) refuseName('__proto__');
  return parts;
}

/** Refuses a name that is unsafe as a member of an object, such as `__proto__`. */
export function refuseName(name: string): never {
  return refuse('malformed_body', `No member of a body may be named '${name}'.`);
}

type Field = { name: string; value: string };

function put(form: Named, [first = '', ...rest]: readonly string[], field: Field): void {
  let holder: Named | List = form;
  let part = first;
  for (const next of rest) {
    holder = open(holder, part, { next, field });
    part = next;
  }
  if (Array.isArray(holder)) holder.push(field.value);
  else if (holder.has(part)) refuseTwice(field);
  else holder.set(part, field.value);
}

/** Returns the object or list under `part`, which takes `next`; creates it if it is missing. */
function open(
  holder: Named | List,
  part: string,
  { next, field }: { next: string; field: Field },
): Named | List {
  const found = Array.isArray(holder) ? lastWithout(holder, next) : holder.get(part);
  if (typeof found === 'string') return refuseTwice(field);
  if (found) return Array.isArray(found) === (next === '') ? found : refuseTwice(field);
  const made: Named | List = next === '' ? [] : new Map();
  if (Array.isArray(holder)) holder.push(made);
  else holder.set(part, made);
  return made;
}

/** The last item, if it can take the name: `a[][b]=1&a[][c]=2&a[][b]=3` are two items. */
function lastWithout(items: List, name: string): Node | undefined {
  const last = items.at(-1);
  return name !== '' && last instanceof Map && !last.has(name) ? last : undefined;
}

function refuseTwice({ name }: Field): never {
  return refuse(
    'malformed_body',
    `'${brief(name)}' contradicts an earlier field: use a name once, or for a list, or for an object.`,
  );
}

function toValue(node: Node): unknown {
  if (typeof node === 'string') return node;
  if (Array.isArray(node)) return node.map(toValue);
  const object = toObject(node);
  return inOrder(object, node.size) ?? object;
}

/**
 * Returns the items named 0, 1, 2 … in order; undefined if one is missing, or is a list: no body has lists of
 * lists, but `reactions[0][]` and `reactions[0][0]` are a reaction named 0.
 */
function inOrder(object: { [name: string]: unknown }, count: number): unknown[] | undefined {
  const items: unknown[] = [];
  for (let index = 0; index < count; index++) {
    const item = object[String(index)];
    if (item === undefined || Array.isArray(item)) return undefined;
    items.push(item);
  }
  return items;
}

/** Without a prototype, so that it has only the sent members. */
function toObject(node: Named): { [name: string]: unknown } {
  const object = Object.create(null) as { [name: string]: unknown };
  for (const [name, member] of node) object[name] = toValue(member);
  return object;
}

function brief(name: string): string {
  return name.length > 60 ? `${name.slice(0, 60).toWellFormed()}…` : name;
}
