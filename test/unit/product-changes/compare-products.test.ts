import { readFileSync } from 'node:fs';
import { judgeProduct, productRules } from '../../../domain/product-changes/compare-products.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import { product } from '../../support/builders/contracts.ts';

const before = product('shop', ['orders'], { version: '1.0.0' });
const [port] = before['outputPorts'] as [Record<string, unknown>];
const withPort = (change: object) => ({ ...before, outputPorts: [{ ...port, ...change }] });
const { contractId: _contractId, ...unpromised } = port;
const free = { ...before, outputPorts: [unpromised] };
const server = (value: string) => withPort({ customProperties: [{ property: 'server', value }] });

const judge = (from: object, to: object) =>
  judgeProduct(JSON.stringify(from), structuredClone(to) as JsonObject);

it.each([
  ['port-removed', before, { ...before, outputPorts: [] }],
  ['port-added', { ...before, outputPorts: [] }, before],
  ['port-contract-changed', before, withPort({ contractId: 'other' })],
  ['port-contract-removed', before, free],
  ['port-contract-added', free, before],
  ['port-type-changed', before, withPort({ type: 'kafka' })],
  ['port-server-changed', server('a'), server('b')],
  ['port-changed', before, withPort({ description: 'New words' })],
  ['status-changed', before, { ...before, status: 'retired' }],
  ['owner-changed', before, { ...before, team: { name: 'marketing' } }],
  ['version-changed', before, { ...before, version: '1.0.1' }],
  ['annotation-changed', before, { ...before, description: { purpose: 'New words' } }],
] as const)('%s is the only change', (rule, from, to) => {
  const { verdict, isEqual } = judge(from, to);
  expect(isEqual).toBe(false);
  expect(verdict.changes.map((change) => change.rule)).toEqual([rule]);
  expect(verdict.impact).toBe(productRules[rule].impact);
  const isMajor = productRules[rule].impact === 'major';
  expect(verdict.affectedPorts).toEqual(isMajor ? ['port-0'] : []);
});

it('puts the gravest change first', () => {
  const { verdict } = judge(before, { ...before, status: 'retired', outputPorts: [] });
  expect(verdict.changes.map(({ rule }) => rule)).toEqual(['port-removed', 'status-changed']);
});

it('knows an equal product, in any order of its members', () => {
  const reversed = Object.fromEntries(Object.entries(before).toReversed());
  expect(judge(before, reversed)).toMatchObject({ isEqual: true, verdict: { changes: [] } });
});

it('reads products of the deprecated standard', () => {
  const dps = (owner: string) => ({
    dataProductSpecification: '0.0.1',
    info: { title: 'x', owner, version: '2' },
    outputPorts: [{ id: 'port-0', dataContractId: 'orders' }],
  });
  const { verdict } = judge(dps('checkout'), { ...dps('marketing'), outputPorts: [] });
  expect(verdict).toMatchObject({ impact: 'major', fromVersion: '2', affectedPorts: ['port-0'] });
  expect(verdict.changes.map(({ rule }) => rule)).toEqual(['port-removed', 'owner-changed']);
});

it('docs/change-requests.md has each rule with its impact', () => {
  const text = readFileSync('docs/change-requests.md', 'utf8');
  const rows = [...text.matchAll(/^\| `([a-z-]+)` +\| (\w+) /gm)].map(([, name, impact]) => [
    name,
    impact,
  ]);
  const rules = Object.entries(productRules).map(([name, { impact }]) => [name, impact]);
  expect(rows.sort()).toEqual(rules.sort());
});
