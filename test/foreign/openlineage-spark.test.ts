import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { product, team } from '../support/builders/contracts.ts';
import { installJar } from '../support/foreign/maven-jar.ts';
import { installPython, run } from '../support/foreign/python-programs.ts';
import { startApi } from '../support/http/api.ts';
import type { TestApi } from '../support/http/api.ts';

// Spark has 320 MB: where they do not come within this time, the test is skipped, unless TEST_SPARK=1 asks for it.
const installMs = process.env['TEST_SPARK'] === '1' ? 1_800_000 : 110_000;
const listener = installJar('io.openlineage:openlineage-spark_2.12:1.37.0', installMs / 4);
const programs = 'missing' in listener ? listener : installPython(['pyspark==3.5.3'], installMs);
const [tests, why] = 'missing' in programs ? [describe.skip, programs.missing] : [describe, 'real'];

/** Reads CSV and writes Parquet, with the settings in its second argument. */
const script = `
import json, sys
from pyspark.sql import SparkSession

builder = SparkSession.builder.master("local[1]").appName("sum-orders")
for name, value in json.loads(sys.argv[2]).items():
    builder = builder.config(name, value)
spark = builder.getOrCreate()
orders = spark.read.option("header", True).schema("customer string, amount int").csv(f"{sys.argv[1]}/orders.csv")
totals = orders.groupBy("customer").sum("amount").withColumnRenamed("sum(amount)", "total")
totals.write.parquet(f"{sys.argv[1]}/totals")
spark.stop()
`;

let api: TestApi;
let folder: string;
beforeAll(async () => {
  api = await startApi();
  folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'openlineage-spark-')));
  fs.writeFileSync(path.join(folder, 'orders.csv'), 'customer,amount\na,1\nb,2\na,3\n');
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  await api.send('PUT', '/api/dataproducts/shop', { body: product('shop', ['orders']) });
});
afterAll(async () => {
  await api.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

function settings(): Record<string, string> {
  const transport = {
    type: 'http',
    url: api.address,
    'urlParams.dataProductId': 'shop',
    'urlParams.outputPortId': 'port-0',
    'auth.type': 'api_key',
    'auth.apiKey': api.key,
    // A busy machine answers late; what is not answered is sent no second time.
    timeoutInMillis: '60000',
  };
  const ofTransport = Object.entries(transport).map(([name, value]) => [
    `spark.openlineage.transport.${name}`,
    value,
  ]);
  return {
    'spark.jars': 'jar' in listener ? listener.jar : '',
    'spark.extraListeners': 'io.openlineage.spark.agent.OpenLineageSparkListener',
    'spark.openlineage.namespace': 'spark',
    ...Object.fromEntries(ofTransport),
    'spark.driver.host': '127.0.0.1',
    'spark.driver.bindAddress': '127.0.0.1',
    'spark.driver.extraJavaOptions': '--add-opens=java.base/java.security=ALL-UNNAMED',
    'spark.sql.shuffle.partitions': '1',
    'spark.ui.enabled': 'false',
  };
}

tests(`the listener of OpenLineage in Spark (${why})`, () => {
  it('reports the files that a job reads and writes, with their columns', async () => {
    const python = path.join('folder' in programs ? programs.folder : '', 'python');
    const words = ['-c', script, folder, JSON.stringify(settings())];
    const env = { HOME: folder, JAVA_HOME: process.env['JAVA_HOME'] };
    const { status, stderr } = await run(python, words, env);
    expect([status, stderr]).toEqual([0, expect.not.stringContaining('Could not emit lineage')]);
    const { json: events } = await api.send('GET', '/api/v1/lineage?jobNamespace=spark');
    const types = events.map(({ eventType }: { eventType: string }) => eventType);
    expect(types).toEqual(expect.arrayContaining(['START', 'COMPLETE']));
    const node = `dataset:file:${folder}/totals`;
    const query = new URLSearchParams({ node, depth: '2', direction: 'upstream', columns: 'true' });
    const { json: graph } = await api.send('GET', `/api/lineage/graph?${query.toString()}`);
    expect(graph.nodes).toMatchObject([
      {
        namespace: 'file',
        name: `${folder}/totals`,
        distance: 0,
        ports: [{ dataProductId: 'shop', outputPortId: 'port-0' }],
      },
      {
        type: 'job',
        namespace: 'spark',
        name: expect.stringContaining('sum_orders'),
        distance: -1,
      },
      { namespace: 'file', name: `${folder}/orders.csv`, distance: -2 },
    ]);
    expect(graph.columns).toContainEqual(
      expect.objectContaining({
        fromColumn: 'amount',
        toColumn: 'total',
        transformation: 'DIRECT/AGGREGATION',
      }),
    );
    const { json: runs } = await api.send('GET', '/api/lineage/runs?node=data-product:shop');
    expect(runs[0]).toMatchObject({ state: 'COMPLETE' });
  }, 300_000);
});
