import type { AssetPath, ScannedAsset } from '../scanned-asset.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import type { DbtArtifacts, DbtNode } from './manifest.ts';
import { columnsOfNode } from './columns.ts';
import { facts, objectIn, textOf, textsOf } from '../../../lib/json/facts.ts';

/** In the order in which paths are assigned: a model keeps its path when a source refers to the same table. */
const relationKinds = ['model', 'snapshot', 'seed', 'source'] as const;

type Entry = { id: string; kind: string; node: DbtNode; path: AssetPath };

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** The assets, and those whose path needed a suffix to be unique. */
export type DbtScan = { assets: ScannedAsset[]; renamed: string[] };

/**
 * Assets of a dbt project, containers first. The path of a relation is database, schema and alias or identifier; a second
 * relation with the same path gets its unique id as a suffix. A test is in the schema of the tested relation, with its unique id as
 * the name, which no table has; an exposure is its unique id alone.
 */
export function assetsOfDbt(artifacts: DbtArtifacts): DbtScan {
  const { entries, renamed } = placeRelations(artifacts);
  const paths = new Map(entries.map(({ id, path }) => [id, path]));
  const tests = Object.entries(artifacts.nodes).filter(([, node]) => kindOf(node) === 'test');
  const testsOf = testsByNode(tests.map(([, node]) => node));
  const relations = entries.map((entry) =>
    relationAsset(entry, { artifacts, paths, tests: testsOf.get(entry.id) ?? [] }),
  );
  const tested = tests.map(([id, node]) => testAsset({ id, node }, paths, artifacts));
  const exposures = Object.entries(artifacts.exposures).map(([id, node]) =>
    exposureAsset({ id, node }, paths),
  );
  const things = [...relations, ...[...tested, ...exposures].sort(byPath)];
  return { assets: [...containersOf(things), ...things], renamed };
}

const byPath = (one: ScannedAsset, other: ScannedAsset): number =>
  compare(one.path.join('\0'), other.path.join('\0'));

const kindOf = (node: DbtNode): string => String(node['resource_type']);

function placeRelations(artifacts: DbtArtifacts): { entries: Entry[]; renamed: string[] } {
  const all = [...Object.entries(artifacts.nodes), ...Object.entries(artifacts.sources)];
  const taken = new Set<string>();
  const renamed: string[] = [];
  const entries = relationKinds.flatMap((kind) =>
    all
      .filter(([, node]) => kindOf(node) === kind)
      .sort(([one], [other]) => compare(one, other))
      .map(([id, node]) => {
        const [database, schema, name] = relationPath(node, artifacts);
        const isTaken = taken.has([database, schema, name].join('\0'));
        if (isTaken) renamed.push(id);
        const path = [database, schema, isTaken ? `${name} (${id})` : name];
        taken.add(path.join('\0'));
        return { id, kind, node, path };
      }),
  );
  return { entries, renamed };
}

/** Some platforms have no databases or schemas, but a path needs a name. */
function placeOf(node: DbtNode, { metadata }: DbtArtifacts): [string, string] {
  const platform = textOf(metadata['adapter_type']) ?? 'default';
  return [textOf(node['database']) ?? platform, textOf(node['schema']) ?? 'default'];
}

function relationPath(node: DbtNode, artifacts: DbtArtifacts): [string, string, string] {
  const name = textOf(node['alias']) ?? textOf(node['identifier']) ?? String(node['name']);
  return [...placeOf(node, artifacts), name];
}

function testsByNode(tests: readonly DbtNode[]): Map<string, DbtNode[]> {
  const found = new Map<string, DbtNode[]>();
  for (const test of tests) {
    const node = testedNode(test);
    if (node === undefined) continue;
    const ofNode = found.get(node);
    if (ofNode === undefined) found.set(node, [test]);
    else ofNode.push(test);
  }
  return found;
}

function dependenciesOf({ depends_on: depends }: DbtNode): string[] {
  return textsOf(objectIn(depends)['nodes']);
}

/** Relationship tests depend on both tables; before `attached_node` existed, the tested one came last. */
function testedNode(test: DbtNode): string | undefined {
  return textOf(test['attached_node']) ?? dependenciesOf(test).at(-1);
}

type Known = {
  artifacts: DbtArtifacts;
  paths: ReadonlyMap<string, AssetPath>;
  tests: readonly DbtNode[];
};

function upstreamOf(
  node: DbtNode,
  paths: ReadonlyMap<string, AssetPath>,
): { upstream?: AssetPath[] } {
  const upstream = dependenciesOf(node).flatMap((id) => {
    const path = paths.get(id);
    return path === undefined ? [] : [path];
  });
  return upstream.length === 0 ? {} : { upstream };
}

function relationAsset({ id, kind, node, path }: Entry, known: Known): ScannedAsset {
  const { artifacts, paths, tests } = known;
  const catalogued = artifacts.catalog[id];
  const columns = columnsOfNode(node, catalogued, tests);
  const metadata = objectIn(catalogued?.['metadata']);
  return {
    path,
    kind,
    sourceId: id,
    ...describedBy(node, textOf(metadata['comment'])),
    ...(columns.length === 0 ? {} : { columns }),
    properties: relationFacts(node),
    ...upstreamOf(node, paths),
  };
}

type Wording = Pick<ScannedAsset, 'description' | 'tags'>;

function describedBy(node: DbtNode, comment?: string): Wording {
  const description = textOf(node['description']) ?? textOf(node['source_description']) ?? comment;
  const tags = [...new Set([...textsOf(node['tags']), ...textsOf(configOf(node)['tags'])])].sort();
  return {
    ...(description === undefined ? {} : { description }),
    ...(tags.length === 0 ? {} : { tags }),
  };
}

const configOf = ({ config }: DbtNode): JsonObject => objectIn(config);

const metaOf = (node: DbtNode): JsonObject => ({
  ...objectIn(configOf(node)['meta']),
  ...objectIn(node['meta']),
});

function relationFacts(node: DbtNode): JsonObject {
  const config = configOf(node);
  const version = node['version'];
  const uniqueKey = config['unique_key'];
  return facts({
    materialization: textOf(config['materialized']),
    package: textOf(node['package_name']),
    filePath: textOf(node['original_file_path']),
    language: textOf(node['language']),
    access: textOf(node['access']),
    group: textOf(node['group']),
    sourceName: textOf(node['source_name']),
    loader: textOf(node['loader']),
    relationName: textOf(node['relation_name']),
    version: typeof version === 'string' || typeof version === 'number' ? version : undefined,
    uniqueKey: typeof uniqueKey === 'string' ? uniqueKey : textsOf(uniqueKey),
    deprecationDate: textOf(node['deprecation_date']),
    meta: metaOf(node),
  });
}

type Named = { id: string; node: DbtNode };

function testAsset(
  { id, node }: Named,
  paths: ReadonlyMap<string, AssetPath>,
  artifacts: DbtArtifacts,
): ScannedAsset {
  const tested = paths.get(testedNode(node) ?? '');
  const place = tested?.slice(0, 2) ?? placeOf(node, artifacts);
  const metadata = objectIn(node['test_metadata']);
  const config = configOf(node);
  return {
    path: [...place, id],
    kind: 'test',
    sourceId: id,
    ...describedBy(node),
    properties: facts({
      name: textOf(node['name']),
      test: textOf(metadata['name']),
      namespace: textOf(metadata['namespace']),
      column: textOf(node['column_name']),
      severity: textOf(config['severity'])?.toLowerCase(),
      where: textOf(config['where']),
      package: textOf(node['package_name']),
      filePath: textOf(node['original_file_path']),
      meta: metaOf(node),
    }),
    ...(tested === undefined ? upstreamOf(node, paths) : { upstream: [tested] }),
  };
}

function exposureAsset({ id, node }: Named, paths: ReadonlyMap<string, AssetPath>): ScannedAsset {
  const owner = objectIn(node['owner']);
  const url = textOf(node['url']);
  return {
    path: [id],
    kind: 'exposure',
    parent: null,
    sourceId: id,
    ...(url !== undefined && /^https?:\/\//.test(url) ? { sourceUrl: url } : {}),
    ...describedBy(node),
    properties: facts({
      label: textOf(node['label']) ?? textOf(node['name']),
      type: textOf(node['type']),
      maturity: textOf(node['maturity']),
      owner: textsOf([owner['name'], owner['email']]).join(', '),
      package: textOf(node['package_name']),
      meta: metaOf(node),
    }),
    ...upstreamOf(node, paths),
  };
}

function containersOf(things: readonly ScannedAsset[]): ScannedAsset[] {
  const containers = new Map<string, ScannedAsset>();
  for (const { path } of things.filter((thing) => thing.path.length === 3)) {
    const [database = '', schema = ''] = path;
    containers.set(database, { path: [database], kind: 'database' });
    containers.set(`${database}\0${schema}`, { path: [database, schema], kind: 'schema' });
  }
  return [...containers.values()].sort(
    (one, other) => one.path.length - other.path.length || byPath(one, other),
  );
}
