import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { refuse } from '../domain/errors.ts';
import { expandPattern, ifThere, isPattern } from './file-pattern.ts';

/** What Linux takes as a path. */
const longestPath = 4096;

function isInside(folder: string, candidate: string): boolean {
  const relative = path.relative(folder, candidate);
  return (
    relative === '' ||
    (!relative.startsWith(`..${path.sep}`) && relative !== '..' && !path.isAbsolute(relative))
  );
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

/** Real paths of the allowed folders that exist. */
async function realFolders(allowedFolders: readonly string[]): Promise<string[]> {
  const reals = await Promise.all(allowedFolders.map((folder) => ifThere(realpath(folder))));
  return reals.filter((folder) => folder !== undefined);
}

/** The real path of something that lies in an allowed folder, links followed; undefined when it does not, or is not there. */
export async function allowedRealPath(
  candidate: string,
  allowedFolders: readonly string[],
): Promise<string | undefined> {
  const real = await ifThere(realpath(candidate));
  const allowed = await realFolders(allowedFolders);
  return real !== undefined && allowed.some((folder) => isInside(folder, real)) ? real : undefined;
}

/**
 * Real path of a folder that an integration names. A relative one is looked up in each allowed folder. Refuses with
 * `source_refused`, without a hint at what exists, when it lies outside of the allowed folders or is no folder.
 */
export async function resolveAllowedFolder(
  location: string,
  allowedFolders: readonly string[],
): Promise<string> {
  if (location.includes('\0') || location.length > longestPath) return outside('of the location');
  let isPlaced = false;
  for (const allowed of await realFolders(allowedFolders)) {
    const candidate = path.resolve(allowed, location);
    if (!isInside(allowed, await realAncestor(candidate))) continue;
    isPlaced = true;
    const real = await allowedRealPath(candidate, [allowed]);
    const status = real === undefined ? undefined : await ifThere(stat(real));
    if (real !== undefined && status?.isDirectory() === true) return real;
  }
  if (!isPlaced) return outside(location);
  return refuse('source_refused', `There is no folder ${location} in those of ALLOWED_DATA_DIRS`);
}

type Folder = { real: string; pattern: string; signal: AbortSignal };

/** The folder that a pattern begins with, and the rest of it, in one allowed folder; undefined when that lies outside. */
async function fixedIn(
  real: string,
  pattern: string,
): Promise<{ fixed: string; rest: string[] } | undefined> {
  const absolute = path.resolve(real, pattern);
  const segments = absolute.split(path.sep);
  const firstPattern = segments.findIndex(isPattern);
  const fixed =
    firstPattern < 0 ? absolute : segments.slice(0, firstPattern).join(path.sep) || path.sep;
  if (!isInside(real, await realAncestor(fixed))) return undefined;
  return { fixed, rest: firstPattern < 0 ? [] : segments.slice(firstPattern) };
}

/** Paths that the pattern names in one allowed folder; undefined when it would lie outside. */
async function placeIn({ real, pattern, signal }: Folder): Promise<string[] | undefined> {
  const place = await fixedIn(real, pattern);
  if (place === undefined) return undefined;
  return expandPattern(place.fixed, place.rest, { shown: pattern, signal });
}

/** Refuses with `source_refused` a pattern that leaves the allowed folders before its first wildcard. */
export async function checkAllowedPattern(
  pattern: string,
  allowedFolders: readonly string[],
): Promise<void> {
  checkForm(pattern);
  for (const real of await realFolders(allowedFolders)) {
    if ((await fixedIn(real, pattern)) !== undefined) return;
  }
  outside(pattern);
}

function checkForm(pattern: string): void {
  if (pattern.includes('\0')) outside(JSON.stringify(pattern));
  if (pattern.length > longestPath) {
    refuse('source_refused', `A path may be at most ${longestPath} characters long`);
  }
}

/** Regular files among the candidates by their real paths; refuses when one of them lies outside `allowed`. */
async function vet(
  candidates: readonly string[],
  allowed: readonly string[],
  { pattern, signal }: { pattern: string; signal: AbortSignal },
): Promise<string[]> {
  const files = new Set<string>();
  for (const candidate of candidates) {
    signal.throwIfAborted();
    const real = await ifThere(realpath(candidate));
    if (real === undefined) continue;
    if (!allowed.some((folder) => isInside(folder, real))) outside(pattern);
    const status = await ifThere(stat(real));
    if (status?.isFile() === true) files.add(real);
  }
  return [...files];
}

/**
 * Real paths of the files that a path or glob of a contract names, sorted; none when nothing is there. A relative one is
 * looked up in each allowed folder until one has a match. Refuses with `source_refused`, without a hint at what
 * exists, when the path or a link on it leaves the allowed folders, and when it names too much. Rejects with the reason
 * of the signal when aborted.
 */
export async function resolveAllowedFiles(
  pattern: string,
  allowedFolders: readonly string[],
  signal: AbortSignal,
): Promise<string[]> {
  checkForm(pattern);
  const allowed = await realFolders(allowedFolders);
  let isPlaced = false;
  for (const real of allowed) {
    const candidates = await placeIn({ real, pattern, signal });
    if (candidates === undefined) continue;
    isPlaced = true;
    const files = await vet(candidates, allowed, { pattern, signal });
    if (files.length > 0) return files;
  }
  return isPlaced ? [] : outside(pattern);
}
