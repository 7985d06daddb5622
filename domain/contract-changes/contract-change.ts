import { rules } from './rules.ts';
import type { ChangeKind, Impact, RuleName } from './rules.ts';

/**
 * One difference between two contracts. `path` reads like `schema[orders].properties[status].required`; `from` and
 * `to` are values, shortened when they are long, and absent where there was or is nothing.
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
 * What a new text of a contract changes. The whole is as grave as its gravest change; the gravest come first, and of
 * very many only these are kept (`omitted` counts the others).
 */
export type ContractVerdict = {
  impact: Impact;
  fromVersion: string;
  toVersion: string;
  changes: ContractChange[];
  omitted: number;
};

const longestValue = 200;

/** A value for people: as it is, or the beginning of its JSON when that is long. */
function shown(value: unknown): unknown {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text.length <= longestValue) return value;
  return `${text.slice(0, longestValue).toWellFormed()}…`;
}

/** Adds a change by its rule. */
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
const mostKept = 500;

/** The verdict on these changes; without any (only the writing differs) it is a patch. */
export function toVerdict(
  changes: readonly ContractChange[],
  versions: { fromVersion: string; toVersion: string },
): ContractVerdict {
  const sorted = changes.toSorted((one, other) => gravity[one.impact] - gravity[other.impact]);
  return {
    impact: sorted[0]?.impact ?? 'patch',
    ...versions,
    changes: sorted.slice(0, mostKept),
    omitted: Math.max(0, sorted.length - mostKept),
  };
}
