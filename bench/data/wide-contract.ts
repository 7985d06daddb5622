import type { Place } from '../web/window.ts';

/** Fields of the contract, and quality rules of each. */
export const fields = 1_000;
export const rulesOfField = 3;

const rules = Array.from({ length: rulesOfField }, (_, index) => [
  `          - name: rule ${index} # agreed with the consumers`,
  '            metric: nullValues',
  '            mustBe: 0',
]).flat();

/** The text of a contract of 1,000 fields with 3,000 rules, as people write it. */
export const wideContract = [
  'apiVersion: v3.1.0',
  'kind: DataContract',
  'id: wide',
  'name: Wide # all facts of the shop',
  'version: 1.0.0',
  'status: active',
  'team:',
  '  name: bench',
  'schema:',
  '  - name: facts',
  '    properties:',
  ...Array.from({ length: fields }, (_, index) => [
    `      - name: column_${index}`,
    '        logicalType: string',
    '        quality:',
    ...rules,
  ]).flat(),
  '',
].join('\n');

/** Stores the contract, its team and a product that offers it. */
export async function fillWideContract({ baseURL, key }: Place): Promise<void> {
  const put = async (path: string, type: string, body: string): Promise<void> => {
    const headers = { 'x-api-key': key, 'content-type': `application/${type}` };
    const answer = await fetch(`${baseURL}/api/${path}`, { method: 'PUT', headers, body });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  };
  await put('teams/bench', 'json', JSON.stringify({ id: 'bench', name: 'Bench', type: 'Team' }));
  await put('datacontracts/wide', 'yaml', wideContract);
  const product = {
    apiVersion: 'v1.0.0',
    kind: 'DataProduct',
    id: 'facts',
    name: 'Facts',
    status: 'active',
    team: { name: 'bench' },
    outputPorts: [{ name: 'facts', version: '1.0.0', type: 'postgres', contractId: 'wide' }],
  };
  await put('dataproducts/facts', 'json', JSON.stringify(product));
}
