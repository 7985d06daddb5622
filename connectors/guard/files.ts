import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { refuse } from '../../domain/errors.ts';
import { expandPattern, ifThere, isPattern } from './file-pattern.ts';

/** Limit of Linux (PATH_MAX). */
const maxPathLength = 4096;

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
    `Path ${shown} is outside the folders that may be read: the setting ALLOWED_DATA_DIRS of the server names them, separated by commas`,
  );
}

/** The real path of the deepest existing folder of a path, so that a symbolic link cannot lead out of the allowed folders. */
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

/** The real path of a file or folder inside the allowed folders, with links resolved; undefined when it is outside or missing. */
export async function allowedRealPath(
  candidate: string,
  allowedFolders: readonly string[],
): Promise<string | undefined> {
  const real = await ifThere(realpath(candidate));
  const allowed = await realFolders(allowedFolders);
  return real !== undefined && allowed.some((folder) => isInside(folder, real)) ? real : undefined;
}

/**
 * The real path of the folder of an integration. A relative path is looked up in each allowed folder. Refuses with
 * `source_refused`, without revealing what exists, when the path is outside the allowed folders or is no folder.
 */
export async function resolveAllowedFolder(
  location: string,
  allowedFolders: readonly string[],
): Promise<string> {
  if (location.includes('\0') || location.length > maxPathLength) return outside('of the location');
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
  return refuse(
    'source_refused',
    `There is no folder ${location} in the allowed folders (ALLOWED_DATA_DIRS)`,
  );
}

type Folder = { real: string; pattern: string; signal: AbortSignal };

/** Splits a pattern into its folder and the rest, in one allowed folder; undefined when the folder is outside. */
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

/** The paths that match the pattern in one allowed folder; undefined when the pattern is outside. */
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
  if (pattern.length > maxPathLength) {
    refuse('source_refused', `A path may be at most ${maxPathLength} characters long`);
  }
}

/** The real paths of the regular files among the candidates; refuses when one of them is outside `allowed`. */
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
 * The real paths, sorted, of the files that a path or glob of a contract matches; empty when none exists. A relative path is
 * looked up in each allowed folder until one has a match. Refuses with `source_refused`, without revealing what exists, when the
 * path or a link leaves the allowed folders, and when the pattern matches too many files. Rejects with the reason of the signal.
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
