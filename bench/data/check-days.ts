import type { Place } from '../web/window.ts';

export const historyDays = 90;
export const historyChecks = 1_000;
const dayMs = 86_400_000;
const server = {
  server: 'db',
  type: 'postgres',
  host: 'db.example.com',
  port: 5432,
  database: 'facts',
  schema: 'public',
};

/** A contract of 500 fields, and its nightly tests of 90 days: each of the 1,000 checks failed on some of them. */
export async function fillCheckDays({ baseURL, key }: Place): Promise<void> {
  const send = async (method: string, path: string, body: object): Promise<void> => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const answer = await fetch(baseURL + path, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  };
  const fields = Array.from({ length: historyChecks / 2 }, (_, index) => `column_${index}`);
  await send('PUT', '/api/datacontracts/bench-tested', {
    apiVersion: 'v3.1.0',
    kind: 'DataContract',
    id: 'bench-tested',
    name: 'bench-tested',
    version: '1.0.0',
    status: 'active',
    team: { name: 'team-100' },
    servers: [server],
    schema: [{ name: 'facts', properties: fields.map((name) => ({ name })) }],
  });
  for (let ago = historyDays - 1; ago >= 0; ago--) {
    const start = new Date(Date.now() - ago * dayMs).toISOString();
    const checks = fields.flatMap((field, index) =>
      ['field_required', 'field_unique'].map((type) => checkOf({ type, field, index, ago })),
    );
    await send('POST', '/api/test-results', {
      id: `bench-day-${ago}`,
      dataContractId: 'bench-tested',
      dataContractVersion: '1.0.0',
      server: 'db',
      timestampStart: start,
      timestampEnd: start,
      result: 'failed',
      checks,
    });
  }
}

type Check = { type: string; field: string; index: number; ago: number };

/** Every third field is broken since some day, every other one flaky. */
function checkOf({ type, field, index, ago }: Check): object {
  const isFailing = index % 3 === 0 ? ago < index % historyDays : (ago + index) % 7 === 0;
  return {
    type,
    model: 'facts',
    field,
    name: `${type} of ${field}`,
    engine: 'pipeline',
    result: isFailing ? 'failed' : 'passed',
    failedNumber: isFailing ? 1 + (index % 50) : 0,
    totalNumber: 30_000,
  };
}
