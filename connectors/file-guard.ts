import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { refuse } from '../domain/errors.ts';
import { codeOf } from './source-error.ts';

const mostFiles = 10_000;

function isInside(folder: string, candidate: string): boolean {
  const relative = path.relative(folder, candidate);
  return (
    relative === '' ||
    (!relative.startsWith(`..${path.sep}`) && relative !== '..' && !path.isAbsolute(relative))
  );
}

const isPattern = (segment: string): boolean => /[*?[]/.test(segment);

/** One path segment with `*`, `?` and `[…]` as a regular expression; a star does not match a leading dot. */
function matcherOf(segment: string): RegExp {
  const source = segment.replace(/\[!?[^\]]+\]|[\s\S]/g, (part) => {
    if (part === '*') return '[^/]*';
    if (part === '?') return '[^/]';
    if (part.length > 1) return part.replace(/^\[!/, '[^').replaceAll('\\', '\\\\');
    return part.replace(/[.+^${}()|[\]\\]/, String.raw`\$&`);
  });
  try {
    return new RegExp(`^(?!\\.)${source}$`, 'u');
  } catch {
    return /^(?!)/;
  }
}

const missing: ReadonlySet<string> = new Set([
  'ENOENT',
  'ENOTDIR',
  'ELOOP',
  'ENAMETOOLONG',
  'EACCES',
]);

/** Undefined instead of a rejection when the file system has nothing readable there. */
async function ifThere<Value>(work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work;
  } catch (error) {
    if (missing.has(codeOf(error) ?? '')) return undefined;
    throw error;
  }
}

async function foldersBelow(folder: string): Promise<string[]> {
  const entries = (await ifThere(readdir(folder, { withFileTypes: true }))) ?? [];
  const names = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'));
  const deeper: string[] = [];
  for (const { name } of names) deeper.push(...(await foldersBelow(path.join(folder, name))));
  return [folder, ...deeper];
}

/** All paths that the segments of a pattern name below `folder`, in alphabetical order. */
async function expand(folder: string, segments: readonly string[]): Promise<string[]> {
  const [segment, ...rest] = segments;
  if (segment === undefined) return [folder];
  if (segment === '**') {
    const found: string[] = [];
    for (const below of await foldersBelow(folder)) found.push(...(await expand(below, rest)));
    return found;
  }
  if (!isPattern(segment)) return expand(path.join(folder, segment), rest);
  const matcher = matcherOf(segment);
  const names = ((await ifThere(readdir(folder))) ?? [])
    .filter((name) => matcher.test(name))
    .sort();
  const found: string[] = [];
  for (const name of names) found.push(...(await expand(path.join(folder, name), rest)));
  return found;
}

function outside(shown: string): never {
  return refuse(
    'source_refused',
    `Path ${shown} is outside the folders that may be read (ALLOWED_DATA_DIRS)`,
  );
}

/** The real path of the deepest folder that exists on the way, so that a link cannot lead out unnoticed. */
async function realAncestor(target: string): Promise<string> {
  const real = await ifThere(realpath(target));
  if (real !== undefined || path.dirname(target) === target) return real ?? target;
  return realAncestor(path.dirname(target));
}

type Folder = { real: string; pattern: string; shown: string };

/** Absolute, normalised form of the pattern in one allowed folder; undefined when it would lie outside. */
async function placeIn(folder: Folder): Promise<string[] | undefined> {
  const { real, pattern } = folder;
  const absolute = path.resolve(real, pattern);
  const segments = absolute.split(path.sep);
  const firstPattern = segments.findIndex(isPattern);
  const fixed =
    firstPattern < 0 ? absolute : segments.slice(0, firstPattern).join(path.sep) || path.sep;
  if (!isInside(real, await realAncestor(fixed))) return undefined;
  return expand(fixed, firstPattern < 0 ? [] : segments.slice(firstPattern));
}

/** Regular files among the candidates by their real paths; refuses when one of them lies outside `allowed`. */
async function vet(
  candidates: readonly string[],
  allowed: readonly string[],
  shown: string,
): Promise<string[]> {
  if (candidates.length > mostFiles) {
    refuse(
      'source_refused',
      `Path ${shown} names ${candidates.length} files; at most ${mostFiles} can be read`,
    );
  }
  const files = new Set<string>();
  for (const candidate of candidates) {
    const real = await ifThere(realpath(candidate));
    if (real === undefined) continue;
    if (!allowed.some((folder) => isInside(folder, real))) outside(shown);
    const status = await ifThere(stat(real));
    if (status?.isFile() === true) files.add(real);
  }
  return [...files];
}

/**
 * Real paths of the files that a path or glob of a contract names, sorted; none when nothing is there. A relative one is
 * looked up in each allowed folder until one has a match. Refuses with `source_refused`, without a hint at what
 * exists, when the path or a link on it leaves the allowed folders.
 */
export async function resolveAllowedFiles(
  pattern: string,
  allowedFolders: readonly string[],
): Promise<string[]> {
  if (pattern.includes('\0')) return outside(JSON.stringify(pattern));
  const reals = await Promise.all(allowedFolders.map((folder) => ifThere(realpath(folder))));
  const allowed = reals.filter((folder) => folder !== undefined);
  let isPlaced = false;
  for (const real of allowed) {
    const candidates = await placeIn({ real, pattern, shown: pattern });
    if (candidates === undefined) continue;
    isPlaced = true;
    const files = await vet(candidates, allowed, pattern);
    if (files.length > 0) return files;
  }
  return isPlaced ? [] : outside(pattern);
}
