import { judgeBranch, mergeBranch } from '../../../domain/contract-branches/judge-branch.ts';
import { mergeContracts } from '../../../domain/contract-branches/merge-contracts.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import { writeYaml } from '../../../lib/yaml/yaml.ts';

const property = (name: string, more: JsonObject = {}): JsonObject => ({ name, ...more });

const contract = (properties: JsonObject[], more: JsonObject = {}): JsonObject => ({
  apiVersion: 'v3.1.0',
  kind: 'DataContract',
  id: 'orders',
  version: '1.0.0',
  status: 'active',
  schema: [{ name: 'orders', properties }],
  ...more,
});

const [id, status, amount] = [property('id'), property('status'), property('amount')];
const base = contract([id, status]);

const merge = (target: JsonObject, branch: JsonObject, choices = {}) =>
  mergeContracts({ base, target, branch }, choices);

describe('both sides', () => {
  it('add different properties: each is kept, after its predecessor', () => {
    const note = property('note');
    const { merged, conflicts } = merge(
      contract([id, amount, status]),
      contract([id, status, note]),
    );
    expect([merged, conflicts]).toEqual([contract([id, amount, status, note]), []]);
  });

  it('change different members of one property', () => {
    const { merged, conflicts } = merge(
      contract([id, property('status', { description: 'State' })]),
      contract([id, property('status', { logicalType: 'string' })]),
    );
    const both = property('status', { logicalType: 'string', description: 'State' });
    expect([merged, conflicts]).toEqual([contract([id, both]), []]);
  });

  it('make the same change, or remove the same property', () => {
    for (const same of [contract([id]), contract([id, status, amount])])
      expect(merge(same, structuredClone(same))).toEqual({ merged: same, conflicts: [] });
  });

  it('change a list of texts', () => {
    const { merged, conflicts } = mergeContracts({
      base: contract([], { tags: ['a', 'b'] }),
      target: contract([], { tags: ['b', 'c'] }),
      branch: contract([], { tags: ['a', 'b', 'd'] }),
    });
    expect([merged['tags'], conflicts]).toEqual([['b', 'c', 'd'], []]);
  });

  it('raise the version: the higher one wins without a conflict', () => {
    const { merged, conflicts } = merge(
      contract([id, status], { version: '1.10.0' }),
      contract([id, status], { version: '1.9.0' }),
    );
    expect([merged['version'], conflicts]).toEqual(['1.10.0', []]);
  });
});

describe('a conflict', () => {
  const described = (description: string) => contract([id, property('status', { description })]);
  const path = 'schema[orders].properties[status].description';

  it('names the part and both values', () => {
    expect(merge(described('theirs'), described('ours')).conflicts).toEqual([
      { path, target: 'theirs', branch: 'ours' },
    ]);
  });

  it('is a removal against a change, and two additions that differ', () => {
    expect(merge(contract([id]), described('ours')).conflicts).toEqual([
      {
        path: 'schema[orders].properties[status]',
        base: status,
        branch: property('status', { description: 'ours' }),
      },
    ]);
    const adding = (logicalType: string) => contract([id, status, { ...amount, logicalType }]);
    expect(merge(adding('number'), adding('string')).conflicts).toEqual([
      {
        path: 'schema[orders].properties[amount].logicalType',
        target: 'number',
        branch: 'string',
      },
    ]);
  });

  it.each(['target', 'branch'] as const)('is decided by taking the value of the %s', (take) => {
    const sides = { target: described('theirs'), branch: described('ours') };
    const { merged, conflicts } = merge(sides.target, sides.branch, { [path]: take });
    expect([merged, conflicts]).toEqual([sides[take], []]);
  });

  it('of lists without keys is the whole list', () => {
    const quality = (rule: string) => contract([id, status], { quality: [{ rule }, { rule }] });
    expect(merge(quality('a'), quality('b')).conflicts.map((each) => each.path)).toEqual([
      'quality',
    ]);
  });
});

const text = (document: JsonObject): string => JSON.stringify(document);
const judge = (target: JsonObject, branch: JsonObject) =>
  judgeBranch({ base: text(base), target: text(target), source: writeYaml(branch) });

describe('the verdict on a branch', () => {
  it('says nothing of an unchanged branch, also behind its contract', () => {
    const behind = contract([id, status, amount], { version: '1.1.0' });
    for (const target of [base, behind])
      expect(judge(target, base)).toMatchObject({
        isChanged: false,
        versionState: 'unchanged',
        suggestedStep: null,
        changes: [],
      });
  });

  it.each([
    ['minor', contract([id, status, amount]), '1.1.0', 'structural', 'add'],
    ['major', contract([id]), '2.0.0', 'breaking', 'remove'],
    [
      'patch',
      contract([id, property('status', { description: 'x' })]),
      '1.0.1',
      'additive',
      'update',
    ],
  ])('a %s change needs a bump', (step, branch, version, impact, op) => {
    expect(judge(base, branch)).toMatchObject({
      version: '1.0.0',
      targetVersion: '1.0.0',
      versionState: 'needsBump',
      suggestedStep: step,
      suggestedVersion: version,
      changes: [{ element_type: 'property', op, impact }],
    });
  });

  it('names elements, their members and what breaks', () => {
    const branch = contract([id], { version: '2.0.0', status: 'deprecated' });
    const { changes, breaking, versionState } = judge(base, branch);
    expect(changes.map(({ key, op, fields }) => [key, op, fields])).toEqual([
      ['property:orders/status', 'remove', []],
      ['contract', 'update', ['status', 'version']],
    ]);
    expect(breaking.map(({ path }) => path)).toEqual(['schema[orders].properties[status]']);
    expect(versionState).toBe('bumped');
  });

  it('does not count what the contract has changed meanwhile', () => {
    const { changes } = judge(
      contract([id, status, amount]),
      contract([id, status, property('n')]),
    );
    expect(changes.map(({ key }) => key)).toEqual(['property:orders/n']);
  });
});

it('a merged text keeps its comments and its layout', () => {
  const source = `# Ours
apiVersion:   v3.1.0
kind: DataContract
id: orders
version: 1.0.0
status: draft # for now
schema:
  - name: orders
    properties:
      - { name: id }
      - name: status
`;
  const target = text(contract([id, status, amount]));
  const merged = mergeBranch({ base: text(base), target, source }, {});
  expect(merged).toEqual({ source: `${source}      - name: amount\n`, conflicts: [] });
  const unmoved = mergeBranch({ base: text(base), target: text(base), source }, {});
  expect(unmoved.source).toBe(source);
});
