/** A node of a manifest as far as it is shown or sent. */
type DbtNode = Record<string, unknown> & { unique_id?: string };

type Section = Record<string, DbtNode>;

export type DbtProject = { metadata: unknown; nodes: Section; sources: Section; catalog: Section };

/** A model, snapshot, seed or source to choose. */
export type DbtTable = { id: string; name: string; kind: string; about: string };

const relations = new Set(['model', 'snapshot', 'seed', 'source']);

const isText = (value: unknown): value is string => typeof value === 'string';

const sectionOf = (value: unknown): Section =>
  typeof value === 'object' && value !== null ? (value as Section) : {};

/** Reads target/manifest.json; undefined if the file is none. */
export function readManifest(text: string): DbtProject | undefined {
  const parsed = parse(text);
  if (parsed?.['metadata'] === undefined || parsed['nodes'] === undefined) return undefined;
  const { metadata, nodes, sources } = parsed;
  return { metadata, nodes: sectionOf(nodes), sources: sectionOf(sources), catalog: {} };
}

/** Adds target/catalog.json, which knows the types of all columns; undefined if the file is none. */
export function withCatalog(project: DbtProject, text: string): DbtProject | undefined {
  const parsed = parse(text);
  if (parsed?.['nodes'] === undefined) return undefined;
  const catalog = { ...sectionOf(parsed['nodes']), ...sectionOf(parsed['sources']) };
  return { ...project, catalog };
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** What can be described, models first. */
export function tablesOf({ nodes, sources }: DbtProject): DbtTable[] {
  const order = [...relations];
  return Object.entries({ ...nodes, ...sources })
    .filter(([, node]) => relations.has(String(node['resource_type'])))
    .map(([id, node]) => ({
      id,
      name: [node['alias'], node['identifier'], node['name']].find(isText) ?? id,
      kind: String(node['resource_type']),
      about: typeof node['description'] === 'string' ? node['description'] : '',
    }))
    .toSorted(
      (one, other) =>
        order.indexOf(one.kind) - order.indexOf(other.kind) || one.name.localeCompare(other.name),
    );
}

/** Members that are long and say nothing about columns. */
const leftOut = new Set(['raw_code', 'compiled_code', 'raw_sql', 'compiled_sql', 'extra_ctes']);

const slim = (node: DbtNode): DbtNode =>
  Object.fromEntries(Object.entries(node).filter(([name]) => !leftOut.has(name)));

/** The part of the project that a draft of these tables needs: a manifest may have 100 MB. */
export function cutProject(project: DbtProject, ids: readonly string[]) {
  const chosen = new Set(ids);
  const isNeeded = ([id, node]: [string, DbtNode]) => chosen.has(id) || isTestOf(node, chosen);
  const cut = (section: Section) =>
    Object.fromEntries(
      Object.entries(section)
        .filter(isNeeded)
        .map(([id, node]) => [id, slim(node)]),
    );
  const catalog = cut(project.catalog);
  return {
    manifest: {
      metadata: project.metadata,
      nodes: cut(project.nodes),
      sources: cut(project.sources),
    },
    ...(Object.keys(catalog).length > 0 && { catalog: { nodes: catalog } }),
    nodes: [...ids],
  };
}

function isTestOf(node: DbtNode, chosen: ReadonlySet<string>): boolean {
  if (node['resource_type'] !== 'test') return false;
  const { nodes } = sectionOf(node['depends_on']) as { nodes?: unknown };
  return Array.isArray(nodes) && nodes.some((id) => chosen.has(String(id)));
}
