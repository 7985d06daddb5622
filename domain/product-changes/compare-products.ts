import { canonicalJson } from '../../lib/json/json.ts';
import type { JsonObject as Document } from '../../lib/json/json.ts';
import type { ChangeKind, Impact } from '../contract-changes/rules.ts';
import { contractOfPort, outputPortName } from '../contract-tests/output-ports.ts';
import { hashDocument } from '../documents/parse-document.ts';
import { objectOf, objectsOf, textOf } from '../standards/json-value.ts';
import type { JsonObject } from '../standards/json-value.ts';

type Rule = { kind: ChangeKind; impact: Impact };

/** Rules about changes of data products; docs/change-requests.md gives their reasons. */
export const productRules = {
  'port-removed': { kind: 'removed', impact: 'major' },
  'port-contract-changed': { kind: 'changed', impact: 'major' },
  'port-contract-removed': { kind: 'removed', impact: 'major' },
  'port-contract-added': { kind: 'added', impact: 'minor' },
  'port-type-changed': { kind: 'retyped', impact: 'major' },
  'port-server-changed': { kind: 'changed', impact: 'major' },
  'port-added': { kind: 'added', impact: 'minor' },
  'port-changed': { kind: 'described', impact: 'patch' },
  'status-changed': { kind: 'changed', impact: 'minor' },
  'owner-changed': { kind: 'changed', impact: 'minor' },
  'version-changed': { kind: 'described', impact: 'patch' },
  'annotation-changed': { kind: 'described', impact: 'patch' },
} as const satisfies Readonly<Record<string, Rule>>;
type ProductRule = keyof typeof productRules;

/** One difference between two data products, like those of contracts. */
export type ProductChange = {
  path: string;
  kind: ChangeKind;
  from?: unknown;
  to?: unknown;
  impact: Impact;
  rule: ProductRule;
};

/** All changes of a data product, most severe first, and the ports whose consumers a major change affects. */
export type ProductVerdict = {
  impact: Impact;
  fromVersion: string;
  toVersion: string;
  changes: ProductChange[];
  omitted: number;
  /** Ids of these ports, else their names. */
  affectedPorts: string[];
};

const gravity: Record<Impact, number> = { major: 0, minor: 1, patch: 2 };
const maxChanges = 500;

function change(rule: ProductRule, path: string, from?: unknown, to?: unknown): ProductChange {
  const { kind, impact } = productRules[rule];
  const values = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  return { path, kind, ...values, impact, rule };
}

/** The verdict on a candidate for a data product (ODPS or DPS), and whether its content equals the stored one. */
export function judgeProduct(
  before: string,
  after: Document | string,
): { verdict: ProductVerdict; isEqual: boolean } {
  const from = JSON.parse(before) as Document;
  const to = typeof after === 'string' ? (JSON.parse(after) as Document) : after;
  return {
    verdict: compareProducts(from, to),
    isEqual: hashDocument(from).equals(hashDocument(to)),
  };
}

function compareProducts(from: JsonObject, to: JsonObject): ProductVerdict {
  const ports = comparePorts(portsOf(from), portsOf(to));
  const changes = [...ports.flatMap(({ changes }) => changes), ...compareMembers(from, to)].sort(
    (one, other) => gravity[one.impact] - gravity[other.impact],
  );
  const isAffected = ({ impact }: ProductChange): boolean => impact === 'major';
  return {
    impact: changes[0]?.impact ?? 'patch',
    fromVersion: versionOf(from),
    toVersion: versionOf(to),
    changes: changes.slice(0, maxChanges),
    omitted: Math.max(0, changes.length - maxChanges),
    affectedPorts: ports.filter(({ changes }) => changes.some(isAffected)).map(({ id }) => id),
  };
}

/** DPS has its facts in `info`. */
const memberOf = (product: JsonObject, name: string): string =>
  textOf(product[name]) ?? textOf(objectOf(product['info'])?.[name]) ?? '';

const versionOf = (product: JsonObject): string => memberOf(product, 'version');

const ownerOf = (product: JsonObject): string =>
  textOf(objectOf(product['team'])?.['name']) ?? textOf(objectOf(product['info'])?.['owner']) ?? '';

function compareMembers(from: JsonObject, to: JsonObject): ProductChange[] {
  const members: [ProductRule, string, string, string][] = [
    ['status-changed', 'status', memberOf(from, 'status'), memberOf(to, 'status')],
    ['owner-changed', 'team.name', ownerOf(from), ownerOf(to)],
    ['version-changed', 'version', versionOf(from), versionOf(to)],
  ];
  const judged = members
    .filter(([, , one, other]) => one !== other)
    .map(([rule, path, one, other]) => change(rule, path, shown(one), shown(other)));
  const others = [...new Set([...Object.keys(from), ...Object.keys(to)])].filter(
    (name) => !['status', 'version', 'outputPorts', 'team', 'info'].includes(name),
  );
  const described = [...others, 'team', 'info']
    .filter((name) => !isSame(wordsOf(from, name), wordsOf(to, name)))
    .map((name) => change('annotation-changed', name));
  return [...judged, ...described];
}

const shown = (text: string): string | undefined => (text === '' ? undefined : text);

/** A member without what has a rule of its own. */
function wordsOf(product: JsonObject, name: string): unknown {
  const value = product[name];
  if (name !== 'team' && name !== 'info') return value;
  const {
    name: _name,
    owner: _owner,
    status: _status,
    version: _version,
    ...words
  } = objectOf(value) ?? {};
  return words;
}

const isSame = (one: unknown, other: unknown): boolean =>
  canonicalJson(one ?? null) === canonicalJson(other ?? null);

/** The versions of each port. */
function portsOf(product: JsonObject): Map<string, JsonObject[]> {
  const ports = new Map<string, JsonObject[]>();
  for (const port of objectsOf(product['outputPorts'])) {
    const id = outputPortName(port);
    if (id !== undefined) ports.set(id, [...(ports.get(id) ?? []), port]);
  }
  return ports;
}

type ComparedPort = { id: string; changes: ProductChange[] };

function comparePorts(
  from: ReadonlyMap<string, JsonObject[]>,
  to: ReadonlyMap<string, JsonObject[]>,
): ComparedPort[] {
  const removed = [...from.keys()]
    .filter((id) => !to.has(id))
    .map((id) => ({ id, changes: [change('port-removed', pathOf(id))] }));
  const others = [...to].map(([id, versions]) => {
    const before = from.get(id);
    if (!before) return { id, changes: [change('port-added', pathOf(id))] };
    return { id, changes: compareVersions(id, before, versions) };
  });
  return [...removed, ...others];
}

const pathOf = (id: string, member?: string): string =>
  `outputPorts[${id}]${member === undefined ? '' : `.${member}`}`;

const facts: readonly {
  member: string;
  read: (port: JsonObject) => unknown;
  rules: { added: ProductRule; removed: ProductRule; changed: ProductRule };
}[] = [
  {
    member: 'contractId',
    read: contractOfPort,
    rules: {
      added: 'port-contract-added',
      removed: 'port-contract-removed',
      changed: 'port-contract-changed',
    },
  },
  {
    member: 'type',
    read: (port) => textOf(port['type']),
    rules: {
      added: 'port-changed',
      removed: 'port-type-changed',
      changed: 'port-type-changed',
    },
  },
  {
    member: 'server',
    read: serverOf,
    rules: {
      added: 'port-changed',
      removed: 'port-server-changed',
      changed: 'port-server-changed',
    },
  },
];

/** The server of a port: a custom property in ODPS, a member in DPS. */
function serverOf(port: JsonObject): unknown {
  const property = objectsOf(port['customProperties']).find(
    (each) => each['property'] === 'server',
  );
  return property?.['value'] ?? port['server'];
}

function compareVersions(
  id: string,
  before: readonly JsonObject[],
  after: readonly JsonObject[],
): ProductChange[] {
  const changes = facts.flatMap(({ member, read, rules }) => {
    const [from, to] = [before, after].map((versions) => valuesOf(versions, read));
    if (isSame(from, to)) return [];
    const rule = from === undefined ? 'added' : to === undefined ? 'removed' : 'changed';
    return [change(rules[rule], pathOf(id, member), from, to)];
  });
  const isDescribed = changes.length === 0 && !isSame(before, after);
  return isDescribed ? [change('port-changed', pathOf(id))] : changes;
}

/** The value of a port; the values of its versions if there are several. */
function valuesOf(versions: readonly JsonObject[], read: (port: JsonObject) => unknown): unknown {
  const values = versions.map(read).filter((value) => value !== undefined);
  const different = [...new Map(values.map((value) => [canonicalJson(value), value])).values()];
  return different.length > 1 ? different : different[0];
}
