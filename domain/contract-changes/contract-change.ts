import { rules } from './rules.ts';
import type { ChangeKind, Impact, RuleName } from './rules.ts';

/**
 * One difference between two contracts. `path` reads like `schema[orders].properties[status].required`; `from`
 * and `to` are values, shortened when they are long, and absent where there is no value.
 */
export type ContractChange = {
  path: string;
  kind: ChangeKind;
  from?: unknown;
  to?: unknown;
  impact: Impact;
  rule: RuleName;
};

/**
 * All changes of a new version of a contract. Its impact is the highest impact of its changes; the highest come
 * first, and only a limited number is kept (`omitted` counts the others).
 */
export type ContractVerdict = {
  impact: Impact;
  fromVersion: string;
  toVersion: string;
  changes: ContractChange[];
  omitted: number;
};

const maxValueLength = 200;

/** A value for people: unchanged, or the beginning of its JSON when that is long. */
function shown(value: unknown): unknown {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text.length <= maxValueLength) return value;
  return `${text.slice(0, maxValueLength).toWellFormed()}…`;
}

/** Adds a change, judged by its rule. */
export function note(
  changes: ContractChange[],
  rule: RuleName,
  path: string,
  values: { from?: unknown; to?: unknown } = {},
): void {
  const { kind, impact } = rules[rule];
  const [from, to] = [shown(values.from), shown(values.to)];
  changes.push({
    path,
    kind,
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    impact,
    rule,
  });
}

const gravity: Record<Impact, number> = { major: 0, minor: 1, patch: 2 };
const maxChanges = 500;

/** The verdict on these changes; without changes (only formatting differs) it is a patch. */
export function toVerdict(
  changes: readonly ContractChange[],
  versions: { fromVersion: string; toVersion: string },
): ContractVerdict {
  const sorted = changes.toSorted((one, other) => gravity[one.impact] - gravity[other.impact]);
  return {
    impact: sorted[0]?.impact ?? 'patch',
    ...versions,
    changes: sorted.slice(0, maxChanges),
    omitted: Math.max(0, sorted.length - maxChanges),
  };
}
