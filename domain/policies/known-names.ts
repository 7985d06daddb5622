import { childrenOf, guard } from './cel.ts';
import type { Expression } from './cel.ts';
import { freeMembers } from './specimens.ts';

/** The values of specimens by the names that an expression may use; undefined for what may hold anything. */
type Names = ReadonlyMap<string, unknown>;

/** The first name or member of an expression that does not exist, as a sentence; undefined if all of them do. */
export function findUnknown(tree: Expression, names: Names): string | undefined {
  const { exprKind: kind } = tree;
  if (kind.case === 'identExpr') return unknownName(kind.value.name, names);
  if (kind.case === 'selectExpr') return findUnknownMember(tree, names);
  if (kind.case !== 'comprehensionExpr') {
    return firstOf(childrenOf(tree).map((child) => () => findUnknown(child, names)));
  }
  const { iterRange, accuInit, loopCondition, loopStep, result } = kind.value;
  const { iterVar, iterVar2, accuVar } = kind.value;
  const list = iterRange && valueOf(iterRange, names);
  const item: unknown = Array.isArray(list) ? list[0] : undefined;
  const inside = new Map(names).set(accuVar, undefined).set(iterVar, item);
  if (iterVar2 !== '') inside.set(iterVar, undefined).set(iterVar2, undefined);
  const find = (part: Expression | undefined, known: Names) => () =>
    part && findUnknown(part, known);
  return firstOf([
    find(iterRange, names),
    find(accuInit, names),
    find(loopCondition, inside),
    find(loopStep, inside),
    find(result, inside),
  ]);
}

function firstOf(finds: readonly (() => string | undefined)[]): string | undefined {
  for (const find of finds) {
    const found = find();
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Names of types, which are values of the language. */
const types = new Set([
  'bool',
  'bytes',
  'double',
  'int',
  'list',
  'map',
  'null_type',
  'string',
  'uint',
]);

function unknownName(name: string, names: Names): string | undefined {
  if (names.has(name) || types.has(name)) return undefined;
  const known = [...names.keys()].filter((each) => !each.startsWith('@'));
  return `'${name}' is not known here; known: ${known.join(', ')}`;
}

function findUnknownMember(tree: Expression, names: Names): string | undefined {
  if (tree.exprKind.case !== 'selectExpr') return undefined;
  const { operand, field } = tree.exprKind.value;
  if (operand === undefined) return undefined;
  const found = findUnknown(operand, names);
  if (found !== undefined) return found;
  const holder = valueOf(operand, names);
  if (!isRecord(holder) || Object.hasOwn(holder, field)) return undefined;
  const members = Array.isArray(holder)
    ? 'a list has no members'
    : `known: ${Object.keys(holder).join(', ')}`;
  return `'${field}' is no member of ${nameOf(operand)}; ${members}`;
}

/** What the specimen has at this place; undefined where anything may be. */
function valueOf(tree: Expression, names: Names): unknown {
  const { exprKind: kind } = tree;
  if (kind.case === 'identExpr') return names.get(kind.value.name);
  if (kind.case === 'callExpr') return itemOf(kind.value, names);
  if (kind.case !== 'selectExpr' || kind.value.operand === undefined) return undefined;
  const { operand, field } = kind.value;
  const holder = valueOf(operand, names);
  if (!isRecord(holder) || freeMembers.has(field)) return undefined;
  return holder[field];
}

/** An item of a list, for `tables[0]`, and the list of a loop that is bounded. */
function itemOf(call: { function: string; args: Expression[] }, names: Names): unknown {
  const [list] = call.args;
  const holder = list && valueOf(list, names);
  if (call.function === guard) return holder;
  return call.function === '_[_]' && Array.isArray(holder) ? (holder[0] as unknown) : undefined;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function nameOf({ exprKind: kind }: Expression): string {
  if (kind.case === 'identExpr') return `'${kind.value.name}'`;
  return kind.case === 'selectExpr' ? `'${kind.value.field}'` : 'this value';
}
