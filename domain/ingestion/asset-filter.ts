import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import type { Violation } from '../errors.ts';
import type { AssetPath } from './scanned-asset.ts';

/** The level of a name in a path: a database or catalog, a schema in it, or the asset itself. */
export type FilterLevel = 'catalog' | 'schema' | 'name';

const patterns = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 200 });

const rule = Type.Union(
  [
    patterns,
    Type.Object(
      { include: Type.Optional(patterns), exclude: Type.Optional(patterns) },
      { additionalProperties: false },
    ),
  ],
  {
    description:
      'Patterns of names, or {include, exclude}: `*` stands for any letters, `?` for one. Letters match in any case',
  },
);

/** The assets of a platform that an integration scans. */
export const filtersSchema = Type.Object(
  {
    catalogs: Type.Optional(rule),
    databases: Type.Optional(rule),
    schemas: Type.Optional(rule),
    names: Type.Optional(rule),
  },
  {
    additionalProperties: false,
    description: '`databases` is another word for `catalogs`, as other clients send it',
  },
);
export type Filters = Static<typeof filtersSchema>;

/** Describes problems of filters: patterns for levels that the platform lacks would have no effect. */
export function checkFilters(
  filters: Filters | undefined,
  { title, levels }: { title: string; levels: readonly FilterLevel[] },
): Violation[] {
  const { catalogs, databases, schemas } = filters ?? {};
  const violations: Violation[] = [];
  const lacks = (member: string, level: FilterLevel): void => {
    if (levels.includes(level)) return;
    violations.push({
      field: `filters.${member}`,
      message: `has no effect, because ${title} has no ${level}s: remove it`,
    });
  };
  if (catalogs) lacks('catalogs', 'catalog');
  if (databases) lacks('databases', 'catalog');
  if (schemas) lacks('schemas', 'schema');
  if (catalogs && databases) {
    violations.push({
      field: 'filters.databases',
      message: 'means the same as catalogs: use only one of them',
    });
  }
  return violations;
}

export type AssetFilter = {
  /** True if an asset or container is included: every name of its path must match at its level. */
  admits: (path: AssetPath) => boolean;
  /** True if a single name is included. */
  admitsName: (level: FilterLevel, name: string) => boolean;
};

type Rule = { include: readonly string[]; exclude: readonly string[] };

/** Creates the filter of an integration; without rules it includes everything. */
export function createAssetFilter(
  filters: Filters | undefined,
  levels: readonly FilterLevel[],
): AssetFilter {
  const { catalogs, databases, schemas, names } = filters ?? {};
  const rules: Record<FilterLevel, Rule> = {
    catalog: toRule(catalogs ?? databases),
    schema: toRule(schemas),
    name: toRule(names),
  };
  const admitsName = (level: FilterLevel, name: string): boolean => {
    const { include, exclude } = rules[level];
    const text = name.toLowerCase();
    if (exclude.some((glob) => matchesGlob(text, glob))) return false;
    return include.length === 0 || include.some((glob) => matchesGlob(text, glob));
  };
  return {
    admitsName,
    admits: (path) => path.every((name, index) => admitsName(levels[index] ?? 'name', name)),
  };
}

function toRule(written: Filters['names']): Rule {
  const { include = [], exclude = [] } = Array.isArray(written)
    ? { include: written }
    : (written ?? {});
  const lower = (glob: string): string => glob.toLowerCase();
  return { include: include.map(lower), exclude: exclude.map(lower) };
}

/** True if a name matches a glob; a regular expression could take exponential time with many `*`. */
function matchesGlob(name: string, glob: string): boolean {
  let [at, from, star, resumed] = [0, 0, -1, 0];
  while (at < name.length) {
    if (glob[from] === '*') {
      star = from++;
      resumed = at;
    } else if (glob[from] === '?' || glob[from] === name[at]) {
      at += 1;
      from += 1;
    } else if (star >= 0) {
      // Extends the last `*` by one more character.
      from = star + 1;
      at = ++resumed;
    } else return false;
  }
  while (glob[from] === '*') from += 1;
  return from === glob.length;
}
