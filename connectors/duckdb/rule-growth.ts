import { isObject } from '../../lib/json/json.ts';

type Tree = Readonly<Record<string, unknown>>;

/** A rule may not create longer texts or lists from constants. */
const bytes = 1_000_000;

/** Functions whose result has the length of a numeric argument, with the positions of these arguments. */
const lengths: Readonly<Record<string, readonly number[]>> = {
  repeat: [1],
  lpad: [1],
  rpad: [1],
  list_resize: [1],
  array_resize: [1],
  range: [0, 1, 2],
  generate_series: [0, 1, 2],
};

/** Functions whose result has the length of their format. */
const formats: ReadonlySet<string> = new Set(['printf', 'format']);

const nameOf = ({ function_name: name }: Tree): string =>
  typeof name === 'string' ? name.toLowerCase() : '';

const childrenOf = ({ children }: Tree): Tree[] =>
  Array.isArray(children) ? children.filter(isObject) : [];

const literalOf = (tree: Tree): unknown =>
  tree['class'] === 'CONSTANT' && isObject(tree['value']) ? tree['value']['value'] : undefined;

/** These functions make large numbers of small ones, or many steps of a period. */
const multiplying: ReadonlySet<string> = new Set([
  '*',
  '**',
  '^',
  '<<',
  'pow',
  'power',
  'exp',
  'factorial',
  'length',
  'to_seconds',
  'to_milliseconds',
  'to_microseconds',
]);

/** All objects of a tree, parents first. */
function* partsOf(tree: unknown): Generator<Tree> {
  const rest: unknown[] = [tree];
  while (rest.length > 0) {
    const node = rest.pop();
    if (isObject(node)) yield node;
    if (typeof node !== 'object' || node === null) continue;
    for (const each of Object.values(node)) rest.push(each);
  }
}

function isSmall(part: Tree): boolean {
  if (multiplying.has(nameOf(part))) return false;
  const literal = literalOf(part);
  if (typeof literal === 'string') return !/\d{7}|second|e\d/i.test(literal);
  return typeof literal !== 'number' || Math.abs(literal) <= bytes;
}

/** DuckDB computes expressions with columns row by row, under its memory limit. */
function isBounded(length: Tree): boolean {
  const parts = [...partsOf(length)];
  return parts.some((part) => part['class'] === 'COLUMN_REF') || parts.every(isSmall);
}

function isBoundedFormat(format: Tree | undefined): boolean {
  const text = format === undefined ? undefined : literalOf(format);
  return typeof text === 'string' && !/\d{4}|\*|\{[^}]*\{/.test(text);
}

/** True if calls that create long values are nested: their lengths would multiply. */
function isFaulty(call: Tree, isInside: boolean): boolean {
  const name = nameOf(call);
  if (formats.has(name)) return isInside || !isBoundedFormat(childrenOf(call)[0]);
  const places = Object.hasOwn(lengths, name) ? (lengths[name] ?? []) : [];
  if (places.length === 0) return false;
  const counts = childrenOf(call).filter((_child, index) => places.includes(index));
  return isInside || !counts.every(isBounded);
}

const isGrowing = (tree: Tree): boolean =>
  Object.hasOwn(lengths, nameOf(tree)) || formats.has(nameOf(tree));

const isLargeNumber = (tree: Tree): boolean => {
  const literal = literalOf(tree);
  return typeof literal === 'number' && Math.abs(literal) > bytes;
};

/** The calls that create long values; `isInside` for those in arguments of others. */
function* callsIn(statement: Tree): Generator<{ call: Tree; isInside: boolean }> {
  const rest: { node: Tree; isInside: boolean; isTable: boolean }[] = [
    { node: statement, isInside: false, isTable: false },
  ];
  for (let step = rest.pop(); step !== undefined; step = rest.pop()) {
    const { node, isInside, isTable } = step;
    // `FROM range(…)` returns rows one after the other.
    const grows = !isTable && isGrowing(node);
    if (grows) yield { call: node, isInside };
    for (const [name, value] of Object.entries(node)) {
      const opensTable = node['type'] === 'TABLE_FUNCTION' && name === 'function';
      for (const each of [value].flat(3)) {
        if (isObject(each)) rest.push({ node: each, isInside: isInside || grows, isTable: opensTable }); // prettier-ignore
      }
    }
  }
}

/**
 * Returns why the parsed statement of a rule may need more memory than a worker has; otherwise undefined. DuckDB computes
 * constants while it plans, outside its memory limit.
 */
export function growthFault(statement: Tree): string | undefined {
  let growing: string | undefined;
  for (const { call, isInside } of callsIn(statement)) {
    growing = nameOf(call);
    if (isFaulty(call, isInside)) return faultOf(growing);
  }
  if (growing === undefined) return undefined;
  // A column could pass a large number to the function.
  return [...partsOf(statement)].some(isLargeNumber) ? faultOf(growing) : undefined;
}

const faultOf = (name: string): string =>
  `a rule may use ${name}() with numbers of at most ${bytes} and with columns only`;
