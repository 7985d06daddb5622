import { createServer } from 'node:http';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { product, team } from '../support/builders/contracts.ts';
import { installPython, run } from '../support/foreign/python-programs.ts';
import { startApi } from '../support/http/api.ts';
import type { TestApi } from '../support/http/api.ts';

const programs = installPython(['openlineage-python==1.54.0']);
const [tests, why] = 'missing' in programs ? [describe.skip, programs.missing] : [describe, 'real'];

/** Emits a run of a job with the client of OpenLineage, as its configuration says. */
const script = `
import sys
from datetime import datetime, timezone
from openlineage.client import OpenLineageClient
from openlineage.client.event_v2 import DatasetEvent, InputDataset, Job, JobEvent, OutputDataset, Run, RunEvent, RunState, StaticDataset
from openlineage.client.facet_v2 import column_lineage_dataset, schema_dataset
from openlineage.client.uuid import generate_new_uuid

client = OpenLineageClient()
run = Run(runId=str(generate_new_uuid()))
job = Job(namespace="python", name="sum-orders")
now = lambda: datetime.now(timezone.utc).isoformat()
orders = InputDataset(namespace="postgres://db:5432", name="shop.public.orders", facets={
    "schema": schema_dataset.SchemaDatasetFacet(fields=[schema_dataset.SchemaDatasetFacetFields(name="amount", type="numeric")]),
})
totals = OutputDataset(namespace="postgres://db:5432", name="shop.public.totals", facets={
    "columnLineage": column_lineage_dataset.ColumnLineageDatasetFacet(fields={
        "total": column_lineage_dataset.Fields(inputFields=[column_lineage_dataset.InputField(
            namespace="postgres://db:5432", name="shop.public.orders", field="amount",
            transformations=[column_lineage_dataset.Transformation(type="DIRECT", subtype="AGGREGATION")])]),
    }),
})
producer = "https://example.com/test"
for state in (RunState.START, RunState.COMPLETE):
    client.emit(RunEvent(eventType=state, eventTime=now(), run=run, job=job, inputs=[orders], outputs=[totals], producer=producer))
client.emit(JobEvent(eventTime=now(), job=job, inputs=[orders], outputs=[totals], producer=producer))
client.emit(DatasetEvent(eventTime=now(), dataset=StaticDataset(namespace="postgres://db:5432", name="shop.public.alone"), producer=producer))
client.close()
print(run.runId)
`;

let api: TestApi;
let folder: string;
beforeAll(async () => {
  api = await startApi();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'openlineage-'));
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  await api.send('PUT', '/api/dataproducts/shop', { body: product('shop', ['orders']) });
});
afterAll(async () => {
  await api.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

const endpoint = 'api/v1/lineage?dataProductId=shop&outputPortId=port-0';

async function emit(
  address: string,
  transport: string,
): Promise<{ status: number | null; runId: string; stderr: string }> {
  const config = path.join(folder, 'openlineage.yml');
  fs.writeFileSync(
    config,
    `transport:\n  type: http\n  url: ${address}\n  endpoint: ${endpoint}\n  auth:\n    type: api_key\n    apiKey: ${api.key}\n${transport}`,
  );
  const python = path.join('folder' in programs ? programs.folder : '', 'python');
  const { status, stdout, stderr } = await run(python, ['-c', script], {
    OPENLINEAGE_CONFIG: config,
    HOME: folder,
  });
  return { status, runId: stdout.trim(), stderr };
}

tests(`openlineage-python (${why})`, () => {
  it.each([
    ['plain', ''],
    ['gzip', '  compression: gzip\n'],
  ])('emits runs, jobs and datasets to an endpoint with a query: %s', async (_, transport) => {
    const { status, runId, stderr } = await emit(api.address, transport);
    expect([status, stderr]).toEqual([0, expect.not.stringContaining('Traceback')]);
    const { json } = await api.send('GET', `/api/v1/lineage?runId=${runId}`);
    expect(json.map(({ eventType }: { eventType: string }) => eventType)).toEqual([
      'COMPLETE',
      'START',
    ]);
    expect(json[0].inputs[0].facets.schema.fields).toMatchObject([
      { name: 'amount', type: 'numeric' },
    ]);
    for (const kind of ['job', 'dataset'])
      expect((await api.send('GET', `/api/v1/lineage?kind=${kind}`)).json.length).toBeGreaterThan(
        0,
      );
    const graph = await api.send(
      'GET',
      '/api/lineage/graph?node=job:python:sum-orders&columns=true',
    );
    expect(graph.json.nodes.map(({ name }: { name: string }) => name).sort()).toEqual([
      'shop.public.orders',
      'shop.public.totals',
      'sum-orders',
    ]);
    expect(graph.json.columns).toMatchObject([
      { fromColumn: 'amount', toColumn: 'total', transformation: 'DIRECT/AGGREGATION' },
    ]);
  });

  it('really compresses, and sends its key as a bearer token', async () => {
    const seen: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      seen.push(request.url, request.headers['content-encoding'], request.headers.authorization);
      request.resume().on('end', () => response.end());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    await emit(`http://127.0.0.1:${port}`, '  compression: gzip\n');
    server.close();
    expect(seen.slice(0, 3)).toEqual([`/${endpoint}`, 'gzip', `Bearer ${api.key}`]);
  });
});
