import type { ContractChange } from '../contract-changes/contract-change.ts';
import type { Impact } from '../contract-changes/rules.ts';

/** What a branch changes in one element of a contract: the contract itself, a schema, a property, a server. */
export type BranchChange = {
  /** As in `property:orders/status`. */
  key: string;
  element_type: string;
  path: string;
  name: string;
  op: 'add' | 'update' | 'remove';
  impact: 'additive' | 'structural' | 'breaking';
  /** Changed members of the element; none for an added or removed one. */
  fields: string[];
};

/** The impact of a branch in the words of its clients. */
export const branchImpacts = {
  patch: 'additive',
  minor: 'structural',
  major: 'breaking',
} as const satisfies Record<Impact, BranchChange['impact']>;

const elementTypes: Readonly<Record<string, string>> = {
  schema: 'schema',
  properties: 'property',
  items: 'property',
  servers: 'server',
  slaProperties: 'sla',
  roles: 'role',
};

/** One part of a path of changes: `schema[orders]` or `description`. */
const part = /([^.[\]]+)(?:\[([^\]]*)\])?\.?/y;

type Element = Pick<BranchChange, 'key' | 'element_type' | 'path' | 'name'> & { field: string };

/** The element that the beginning of a path names; the rest is the changed member. */
function elementOf(path: string): Element {
  const names: string[] = [];
  let [type, end] = ['contract', 0];
  part.lastIndex = 0;
  for (let found = part.exec(path); found; found = part.exec(path)) {
    const [, member = '', name] = found;
    const elementType = elementTypes[member];
    if (elementType === undefined || (name === undefined && member !== 'items')) break;
    type = elementType;
    names.push(name ?? member);
    end = part.lastIndex;
  }
  const key = names.length === 0 ? 'contract' : `${type}:${names.join('/')}`;
  const own = path.slice(0, end).replace(/\.$/, '');
  return {
    key,
    element_type: type,
    path: own,
    name: names.at(-1) ?? 'contract',
    field: path.slice(end),
  };
}

const gravity = ['patch', 'minor', 'major'] as const;

type Group = { change: BranchChange; worst: number };

const noChange = { change: { op: 'update' as const, fields: [] }, worst: 0 };

/** Changes grouped by element, in the order of the most severe change of each. */
export function groupByElement(changes: readonly ContractChange[]): BranchChange[] {
  const groups = new Map<string, Group>();
  for (const change of changes) {
    const element = elementOf(change.path);
    groups.set(element.key, addTo(groups.get(element.key) ?? noChange, element, change));
  }
  return [...groups.values()].map(({ change }) => change);
}

function addTo(
  {
    change: { op: before, fields },
    worst: worstBefore,
  }: Pick<Group, 'worst'> & {
    change: Pick<BranchChange, 'op' | 'fields'>;
  },
  { field, ...element }: Element,
  { kind, impact }: ContractChange,
): Group {
  const worst = Math.max(gravity.indexOf(impact), worstBefore);
  const op = before === 'update' ? opOf(field === '' && element.key !== 'contract', kind) : before;
  const change = {
    ...element,
    op,
    impact: branchImpacts[gravity[worst] ?? 'patch'],
    fields: field === '' || fields.includes(field) ? fields : [...fields, field],
  };
  return { change, worst };
}

function opOf(isWhole: boolean, kind: ContractChange['kind']): BranchChange['op'] {
  if (isWhole && kind === 'added') return 'add';
  return isWhole && kind === 'removed' ? 'remove' : 'update';
}
