import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { JsonObject } from '../../lib/json/json.ts';
import { parseYaml } from '../../lib/yaml/yaml.ts';
import { readDemoDocuments } from '../../local/demo/demo-documents.ts';

/** A document to store: its path in the API and its content. */
export type CorpusDocument = { path: string; content: JsonObject };

/** A question with the ids of the documents that a good answer shows. */
export type Question = { ask: string; expect: string[] };

type Entry = { id: string; name: string; title?: string; description?: string };
type Owned = Entry & { team: string };
type Offered = Owned & { status?: string; tags?: string[]; purpose: string };
type Contract = Offered & { fields: Record<string, string> };
type Product = Offered & { ports: Record<string, string> };
type Corpus = {
  teams: Entry[];
  tags: Entry[];
  sources: Owned[];
  definitions: Entry[];
  contracts: Contract[];
  products: Product[];
};

function readYaml(folder: string, file: string): unknown {
  return JSON.parse(parseYaml(readFileSync(path.join(folder, file), 'utf8')).json ?? 'null');
}

/** The questions of a file of `bench/data/search-questions`. */
export function readQuestions(folder: string, file: string): Question[] {
  return readYaml(folder, file) as Question[];
}

/** The demo and the corpus of `folder`, in an order in which they can be stored. */
export async function readCatalog(rootDir: string, folder: string): Promise<CorpusDocument[]> {
  const demo = await readDemoDocuments(rootDir, { files: '/demo', port: 5432 });
  const corpus = readYaml(folder, 'corpus.yaml') as Corpus;
  const activity = path.join(rootDir, 'examples/demo/activity');
  const { first } = readYaml(activity, 'ontology.yaml') as { first: JsonObject };
  return [
    ...demo.map(({ collection, id, content }) => at(collection, id, content)),
    ...corpus.teams.map((team) => at('teams', team.id, team)),
    ...ontology('demo-sales', 'demo-commerce', first),
    ...ontology('halden-terms', 'halden', readYaml(folder, 'ontology.yaml') as JsonObject),
    ...corpus.tags.map(({ id, ...info }) => at('tags', id, { id, info })),
    ...corpus.sources.map(({ team, ...rest }) =>
      at('sourcesystems', rest.id, { ...rest, owner: team }),
    ),
    ...corpus.definitions.map((each) => at('definitions', each.id, { type: 'string', ...each })),
    ...corpus.contracts.map((each) => at('datacontracts', each.id, toContract(each))),
    ...corpus.products.map((each) => at('dataproducts', each.id, toProduct(each))),
  ];
}

function at(collection: string, id: string, content: JsonObject): CorpusDocument {
  return { path: `/api/${collection}/${id}`, content };
}

function ontology(namespace: string, team: string, content: JsonObject): CorpusDocument[] {
  const address = `/api/semantics/experimental/namespaces/${namespace}`;
  return [
    { path: address, content: { namespace, name: namespace, team } },
    { path: `${address}/ontology.yaml`, content },
  ];
}

function toContract({ fields, team, purpose, status = 'active', ...rest }: Contract): JsonObject {
  const properties = (names: string): JsonObject[] =>
    names.split(', ').map((text) => ({
      name: text.replace('!', ''),
      logicalType: 'string',
      ...(text.endsWith('!') && { classification: 'personal' }),
    }));
  return {
    apiVersion: 'v3.1.0',
    kind: 'DataContract',
    version: '1.0.0',
    ...rest,
    status,
    team: { name: team },
    description: { purpose },
    schema: Object.entries(fields).map(([name, names]) => ({
      name,
      properties: properties(names),
    })),
  };
}

function toProduct({ ports, team, purpose, status = 'active', ...rest }: Product): JsonObject {
  return {
    apiVersion: 'v1.0.0',
    kind: 'DataProduct',
    version: '1.0.0',
    ...rest,
    status,
    team: { name: team },
    description: { purpose },
    outputPorts: Object.entries(ports).map(([name, contractId]) => ({
      name,
      version: '1.0.0',
      type: 'postgres',
      contractId,
    })),
  };
}
