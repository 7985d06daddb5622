import fs from 'node:fs';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { avroMessage } from './avro-registry.ts';

/**
 * How samples are used: contract test and ingestion read files, tests read topics, ontologies go through the
 * API.
 */
export type SampleKind = 'file' | 'delta log' | 'delta part' | 'topic' | 'ontology';

/** A valid file to be damaged in many ways. */
export type Sample = {
  name: string;
  kind: SampleKind;
  /** File extension and `format` of the server of a contract; content type for ontologies. */
  format: string;
  bytes: Buffer;
  /** For Delta: the Parquet file named by the damaged log, or the log that names the damaged Parquet file. */
  beside?: Buffer;
};

const rows = `select n as id, 'note ' || n as note, n * 1.5 as amount, date '2026-01-01' + n::integer as day,
  [n, n + 1] as list, {'a': n, 'b': 'x'} as nested, case when n % 3 = 0 then null else n % 2 = 0 end as flag
  from range(40) as numbers(n)`;

const schemaString = JSON.stringify({
  type: 'struct',
  fields: [
    { name: 'id', type: 'long', nullable: true, metadata: {} },
    { name: 'note', type: 'string', nullable: true, metadata: {} },
    { name: 'nested', type: { type: 'struct', fields: [{ name: 'a', type: 'long' }] } },
  ],
});

const deltaLog = [
  { protocol: { minReaderVersion: 1, minWriterVersion: 2 } },
  { metaData: { id: 'x', schemaString, partitionColumns: [], configuration: {} } },
  {
    add: {
      path: 'part.parquet',
      partitionValues: {},
      size: 2_000,
      modificationTime: 1,
      dataChange: true,
      stats: '{"numRecords":40}',
    },
  },
];

const ontology = `# Owned by the sales team
name: fuzz
prefixes: { ex: "https://example.com/" }
custom_properties: { owner: checkout }
ontology:
  - concept: Order   # what customers place
    id: order
    type: EntityType
    description: A confirmed purchase
    iri: ex:Order
    tags: [a, "b"]
    relationships:
      - name: identified by
        type: hasProperty
        roles:
          - concept: Order ID
  - concept: Order ID
    id: order_id
    type: ValueType
    extends: [String]
    description: |
      Identifies
      an order
`;

const turtle = `@prefix ex: <https://example.com/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
ex:Order a owl:Class ; rdfs:label "Order"@en, 'Bestellung'@de ; rdfs:comment """A
purchase""" ; rdfs:subClassOf [ a owl:Restriction ; owl:onProperty ex:id ; owl:minCardinality 1 ] .
ex:id a owl:DatatypeProperty ; rdfs:domain ex:Order ; rdfs:range <http://www.w3.org/2001/XMLSchema#string> .
ex:list owl:unionOf ( ex:Order ex:Other ( 1 2.5 1e3 true ) ) .
`;

const rdfXml = `<?xml version="1.0" encoding="UTF-8"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#" xmlns:owl="http://www.w3.org/2002/07/owl#" xml:base="https://example.com/">
  <owl:Class rdf:about="Order"><rdfs:label xml:lang="en">Order &amp; more</rdfs:label>
    <rdfs:subClassOf rdf:resource="Thing"/></owl:Class>
  <owl:ObjectProperty rdf:ID="has"><rdfs:domain rdf:resource="Order"/><rdfs:range rdf:parseType="Resource"/></owl:ObjectProperty>
</rdf:RDF>
`;

const jsonLd = JSON.stringify({
  '@context': { ex: 'https://example.com/', label: 'http://www.w3.org/2000/01/rdf-schema#label' },
  '@graph': [
    {
      '@id': 'ex:Order',
      '@type': 'http://www.w3.org/2002/07/owl#Class',
      label: [{ '@value': 'Order', '@language': 'en' }],
    },
    { '@id': 'ex:list', 'ex:items': { '@list': [1, 2.5, true, { '@id': '_:b' }] } },
  ],
});

/** Creates one valid file of each sort; those of DuckDB are written to `folder` first. */
export async function makeSamples(folder: string): Promise<Sample[]> {
  const duckdb = await (await DuckDBInstance.create(':memory:')).connect();
  const copy = async (name: string, options: string, query = rows): Promise<Buffer> => {
    const file = path.join(folder, name);
    await duckdb.run(`copy (${query}) to '${file}' (${options})`);
    const bytes = fs.readFileSync(file);
    fs.rmSync(file);
    return bytes;
  };
  const flat = `select * exclude (list, nested) from (${rows})`;
  const parquet = await copy('a.parquet', 'format parquet');
  const log = deltaLog.map((action) => JSON.stringify(action)).join('\n');
  const file = (name: string, format: string, bytes: Buffer): Sample => ({
    name,
    kind: 'file',
    format,
    bytes,
  });
  const delta = (name: 'delta log' | 'delta part', bytes: Buffer, beside: Buffer): Sample => ({
    name,
    kind: name,
    format: 'delta',
    bytes,
    beside,
  });
  const text = (name: string, contentType: string, body: string): Sample => ({
    name,
    kind: 'ontology',
    format: contentType,
    bytes: Buffer.from(body),
  });
  const samples = [
    file('csv', 'csv', await copy('a.csv', 'format csv, header', flat)),
    file(
      'semicolons',
      'csv',
      await copy('b.csv', `format csv, header, delimiter ';', force_quote *`, flat),
    ),
    file('json array', 'json', await copy('a.json', 'format json, array true')),
    file('json lines', 'ndjson', await copy('b.json', 'format json')),
    file('parquet', 'parquet', parquet),
    file('parquet zstd', 'parquet', await copy('b.parquet', 'format parquet, compression zstd')),
    delta('delta log', Buffer.from(log), parquet),
    delta('delta part', parquet, Buffer.from(log)),
    { name: 'avro message', kind: 'topic' as const, format: 'avro', bytes: avroMessage },
    text('ontology.yaml', 'application/yaml', ontology),
    text('ontology.ttl', 'text/turtle', turtle),
    text('ontology.rdf', 'application/rdf+xml', rdfXml),
    text('ontology.jsonld', 'application/json', jsonLd),
  ];
  duckdb.closeSync();
  return samples;
}
