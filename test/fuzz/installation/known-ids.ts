import { fillIn } from '../generate/placeholders.ts';
import type { KnownIds } from '../generate/placeholders.ts';
import type { Operation } from '../generate/operations.ts';

/** Sends GET to a path; returns its JSON, or undefined when there is none. */
export type Read = (path: string) => Promise<unknown>;

const perPool = 8;

/**
 * Collects the ids in every list of the API: `GET /api/teams` gives those of `/api/teams/{id}`. Nested lists
 * are read for the first few parents.
 */
export async function collectKnownIds(
  operations: readonly Operation[],
  read: Read,
): Promise<KnownIds> {
  const known = new Map<string, string[]>();
  for (const pool of poolsOf(operations)) known.set(pool, await readPool(pool, known, read));
  return known;
}

/** Paths up to each parameter, outer parameters first. */
function poolsOf(operations: readonly Operation[]): string[] {
  const pools = operations.flatMap(({ path }) =>
    [...path.matchAll(/\{[^}]+\}/g)].map((match) => path.slice(0, match.index + match[0].length)),
  );
  return [...new Set(pools)].sort((one, other) => one.split('{').length - other.split('{').length);
}

async function readPool(
  pool: string,
  known: ReadonlyMap<string, string[]>,
  read: Read,
): Promise<string[]> {
  const list = pool.slice(0, pool.lastIndexOf('/'));
  if (list === '') return ['fuzz'];
  // Tokens in this list do not name their contact.
  if (list === '/api/messaging/tokens') return [];
  const name = /\{([^}]+)\}$/.exec(pool)?.[1] ?? 'id';
  const ids = new Set<string>();
  for (const path of fillInAll(list, known)) {
    for (const id of idsIn(await read(path), name)) if (ids.size < perPool) ids.add(id);
  }
  return [...ids];
}

/** The path with each of the first ids of its parameter. */
function fillInAll(path: string, known: ReadonlyMap<string, string[]>): string[] {
  const at = path.lastIndexOf('}');
  if (at < 0) return [path];
  const outer = path.slice(0, at + 1);
  const ids = (known.get(outer) ?? []).slice(0, 3);
  const first = (text: string): string =>
    text.replaceAll(/\{[^}]+\}/g, (...match: unknown[]) => {
      const [parameter, offset] = [String(match[0]), Number(match.at(-2))];
      return fillIn(`~~${text.slice(0, offset + parameter.length)}:0~~`, known, encodeURIComponent);
    });
  const parent = first(outer.slice(0, outer.lastIndexOf('/')));
  return ids.map((id) => `${parent}/${encodeURIComponent(id)}${path.slice(at + 1)}`);
}

/** Keys and contacts that send requests: deleting them would end the run. */
function isOurs(item: unknown): boolean {
  if (typeof item !== 'object' || item === null) return false;
  const named = item as { displayName?: unknown; username?: unknown };
  return [named.displayName, named.username].some((name) => /^fuzz(-|$)/.test(String(name)));
}

function idsIn(json: unknown, name: string): string[] {
  const items = listIn(json);
  return items
    .filter((item) => !isOurs(item))
    .flatMap((item) => idOf(item, name) ?? [])
    .filter((id) => !id.startsWith('http'));
}

function listIn(json: unknown): unknown[] {
  if (Array.isArray(json)) return json;
  if (typeof json !== 'object' || json === null) return [];
  return Object.values(json).find((value): value is unknown[] => Array.isArray(value)) ?? [];
}

function idOf(item: unknown, name: string): string | undefined {
  if (typeof item === 'string') return item;
  if (typeof item !== 'object' || item === null) return undefined;
  const members = item as Record<string, unknown>;
  const names = [
    name,
    'id',
    'externalId',
    'organizationApiKeyId',
    'tokenId',
    'emailAddress',
    'namespace',
    'name',
  ];
  const id = names.map((each) => members[each]).find((value) => typeof value === 'string');
  return typeof id === 'string' ? id : undefined;
}
