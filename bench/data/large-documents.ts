import { pause } from '../../lib/clock.ts';

/** Products on each side of the one in the middle. */
export const neighbours = 150;

const wideFields = Array.from({ length: 1_000 }, (_, index) => ({
  name: `column_${index}`,
  logicalType: 'string',
  required: index % 2 === 0,
}));

/** A contract of 1,000 fields, and a product between 300 others. */
export async function fillLargeDocuments({
  baseURL,
  key,
}: {
  baseURL: string;
  key: string;
}): Promise<void> {
  const put = async (path: string, body: object): Promise<void> => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const request = { method: 'PUT', headers, body: JSON.stringify(body) };
    let answer = await fetch(`${baseURL}/api/${path}`, request);
    // A disk that has just written the catalog may let the first writes wait for too long.
    for (let again = 0; answer.status === 503 && again < 10; again++) {
      await pause(2_000);
      answer = await fetch(`${baseURL}/api/${path}`, request);
    }
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  };
  const contract = (id: string, properties: object[]) => ({
    apiVersion: 'v3.1.0',
    kind: 'DataContract',
    id,
    name: id,
    version: '1.0.0',
    status: 'active',
    team: { name: 'team-100' },
    schema: [{ name: 'facts', properties }],
  });
  const product = (id: string, reads: string[], offers: string[]) => ({
    apiVersion: 'v1.0.0',
    kind: 'DataProduct',
    id,
    name: id,
    status: 'active',
    team: { name: 'team-100' },
    inputPorts: reads.map((contractId) => ({ name: contractId, version: '1.0.0', contractId })),
    outputPorts: offers.map((contractId) => ({
      name: contractId,
      version: '1.0.0',
      type: 'postgres',
      contractId,
    })),
  });
  const sources = Array.from({ length: neighbours }, (_, index) => `bench-source-${index}`);
  await put('datacontracts/bench-wide', contract('bench-wide', wideFields));
  await put('datacontracts/bench-out', contract('bench-out', [{ name: 'a' }]));
  for (const id of sources) {
    await put(`datacontracts/${id}`, contract(id, [{ name: 'a' }]));
    await put(`dataproducts/${id}`, product(id, [], [id]));
    await put(`dataproducts/${id}-reader`, product(`${id}-reader`, ['bench-out'], []));
  }
  await put('dataproducts/bench-hub', product('bench-hub', sources, ['bench-out', 'bench-wide']));
}
