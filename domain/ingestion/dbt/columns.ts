import type { ScannedColumn } from '../scanned-asset.ts';
import { isObject } from '../../../lib/json/json.ts';
import type { Json, JsonObject } from '../../../lib/json/json.ts';
import type { DbtNode } from './manifest.ts';
import { facts, objectIn, textOf, textsOf } from '../../../lib/json/facts.ts';

/** Facts that tests and constraints imply about a column. */
type Claims = {
  required: boolean;
  unique: boolean;
  primaryKey: boolean;
  tests: Set<string>;
  acceptedValues?: Json[];
  references?: string;
};

/** Facts by lowercase column name, because warehouses and users may write names in different cases. */
type ClaimsOfColumns = Map<string, Claims>;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/**
 * Columns of a model, source, seed or snapshot: order and types from the catalog, descriptions from the manifest, and facts
 * implied by tests and constraints.
 */
export function columnsOfNode(
  node: DbtNode,
  catalogued: DbtNode | undefined,
  tests: readonly DbtNode[],
): ScannedColumn[] {
  const written = byLowerName(node['columns']);
  const found = byLowerName(catalogued?.['columns']);
  const claims = claimsOf(node, written, tests);
  const ordered = [...found].sort(([, one], [, other]) => indexOf(one) - indexOf(other));
  const names = new Set([...ordered.map(([name]) => name), ...written.keys()]);
  return [...names].map((name) => columnOf(written.get(name), found.get(name), claims.get(name)));
}

const indexOf = ({ index }: DbtNode): number => (typeof index === 'number' ? index : 0);

function byLowerName(columns: unknown): Map<string, DbtNode> {
  const entries = isObject(columns) ? Object.entries(columns) : [];
  return new Map(
    entries.flatMap(([key, column]) => {
      if (!isObject(column)) return [];
      const name = textOf(column['name']) ?? key;
      return [[name.toLowerCase(), { ...column, name }] as const];
    }),
  );
}

function columnOf(
  written: DbtNode = {},
  found: DbtNode = {},
  claims: Claims = noClaims(),
): ScannedColumn {
  const description = textOf(written['description']) ?? textOf(found['comment']);
  return {
    name: String(found['name'] ?? written['name']),
    type: textOf(found['type']) ?? textOf(written['data_type']) ?? 'unknown',
    ...facts({
      description: description?.trim(),
      ...madeSure(claims),
      custom: customOf(written, claims),
    }),
  };
}

const madeSure = ({ required, unique, primaryKey }: Claims): JsonObject =>
  Object.fromEntries(
    Object.entries({ required, unique, primaryKey }).filter(([, isSure]) => isSure),
  );

function customOf(written: DbtNode, { tests, acceptedValues, references }: Claims): JsonObject {
  const config = objectIn(written['config']);
  return facts({
    meta: { ...objectIn(config['meta']), ...objectIn(written['meta']) },
    tags: textsOf(written['tags'] ?? config['tags']),
    tests: [...tests].sort(),
    acceptedValues,
    references,
  });
}

const noClaims = (): Claims => ({
  required: false,
  unique: false,
  primaryKey: false,
  tests: new Set(),
});

function claimsOf(
  node: DbtNode,
  written: ReadonlyMap<string, DbtNode>,
  tests: readonly DbtNode[],
): ClaimsOfColumns {
  const claims: ClaimsOfColumns = new Map();
  const claimOn = (name: string): Claims => {
    const known = claims.get(name.toLowerCase()) ?? noClaims();
    claims.set(name.toLowerCase(), known);
    return known;
  };
  for (const [name, column] of written) {
    for (const constraint of listOf(column['constraints'])) constrain([claimOn(name)], constraint);
  }
  for (const constraint of listOf(node['constraints'])) {
    const names = isObject(constraint) ? listOf(constraint['columns']) : [];
    constrain(names.filter((name) => typeof name === 'string').map(claimOn), constraint);
  }
  for (const test of tests) {
    const column = columnOfTest(test);
    if (column !== undefined) takeTest(claimOn(column), test);
  }
  return claims;
}

/** A composite key makes none of its columns unique. */
function constrain(columns: readonly Claims[], constraint: unknown): void {
  const type = isObject(constraint) ? constraint['type'] : undefined;
  const isSingle = columns.length === 1;
  for (const column of columns) {
    if (type === 'not_null' || type === 'primary_key') column.required = true;
    if (type === 'primary_key') column.primaryKey = true;
    if (type === 'unique' || type === 'primary_key') column.unique ||= isSingle;
  }
}

const kwargsOf = (test: DbtNode): DbtNode => objectIn(objectIn(test['test_metadata'])['kwargs']);

function columnOfTest(test: DbtNode): string | undefined {
  return textOf(test['column_name']) ?? textOf(kwargsOf(test)['column_name']);
}

function takeTest(claims: Claims, test: DbtNode): void {
  const metadata = objectIn(test['test_metadata']);
  const name = textOf(metadata['name']);
  if (name === undefined) return;
  const namespace = textOf(metadata['namespace']);
  claims.tests.add(namespace === undefined ? name : `${namespace}.${name}`);
  if (namespace === undefined && isBinding(test))
    (Object.hasOwn(meanings, name) ? meanings[name] : undefined)?.(claims, kwargsOf(test));
}

/** Facts implied by the built-in tests of dbt. */
const meanings: Partial<Record<string, (claims: Claims, kwargs: DbtNode) => void>> = {
  not_null: (claims) => (claims.required = true),
  unique: (claims) => (claims.unique = true),
  accepted_values(claims, { values }) {
    if (Array.isArray(values)) claims.acceptedValues = values as Json[];
  },
  relationships(claims, { to, field }) {
    const target = /(?:ref|source)\(([^)]*)\)/.exec(String(to))?.[1]?.replaceAll(/['"\s]/g, '');
    if (target === undefined || typeof field !== 'string') return;
    claims.references = `${target.replaceAll(',', '.')}.${field}`;
  },
};

/** A test with a condition or with severity `warn` implies nothing. */
function isBinding({ config }: DbtNode): boolean {
  const { where, severity } = objectIn(config);
  return textOf(where) === undefined && textOf(severity)?.toLowerCase() !== 'warn';
}
