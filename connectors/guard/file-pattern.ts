import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { refuse } from '../../domain/errors.ts';
import { codeOf } from '../source-error.ts';

/** Maximum number of files that are read as one table. */
export const maxFiles = 10_000;

/** Maximum number of folders and names that the expansion of a pattern visits. */
const maxSteps = 200_000;

const missing: ReadonlySet<string> = new Set([
  'ENOENT',
  'ENOTDIR',
  'ELOOP',
  'ENAMETOOLONG',
  'EACCES',
]);

/** Returns undefined instead of a rejection when the file system has nothing readable there. */
export async function ifThere<Value>(work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work;
  } catch (error) {
    if (missing.has(codeOf(error) ?? '')) return undefined;
    throw error;
  }
}

/** True for a path segment with wildcards. */
export const isPattern = (segment: string): boolean => /[*?[]/.test(segment);

type Token = '*' | ((character: string) => boolean);

function tokenOf(part: string): Token {
  if (part === '*') return part;
  if (part === '?') return () => true;
  if (!part.startsWith('[') || part === '[') return (character) => character === part;
  try {
    const source = part.replace(/^\[!/, '[^').replaceAll('\\', '\\\\');
    const oneOf = new RegExp(`^${source}$`, 'u');
    return (character) => oneOf.test(character);
  } catch {
    return () => false;
  }
}

/** Backtracks to the last star only, so that the time is at most the product of both lengths. */
function matches(tokens: readonly Token[], characters: readonly string[]): boolean {
  let token = 0;
  let position = 0;
  let star = -1;
  let resume = 0;
  while (position < characters.length) {
    const current = tokens[token];
    if (current === '*') {
      star = token;
      resume = position;
      token += 1;
    } else if (current?.(characters[position] ?? '') === true) {
      token += 1;
      position += 1;
    } else if (star >= 0) {
      token = star + 1;
      resume += 1;
      position = resume;
    } else return false;
  }
  return tokens.slice(token).every((rest) => rest === '*');
}

/** Returns a matcher of names for one path segment with `*`, `?` and `[…]`; it never matches a name that begins with a dot. */
export function matcherOf(segment: string): (name: string) => boolean {
  const parts = segment.replace(/\*+/g, '*').match(/\[!?[^\]]+\]|[\s\S]/gu) ?? [];
  const tokens = parts.map(tokenOf);
  return (name) => !name.startsWith('.') && matches(tokens, Array.from(name));
}

type Expansion = {
  segments: readonly string[];
  /** Visits each folder once per segment, even if several paths reach it. */
  seen: Set<string>;
  found: Set<string>;
  shown: string;
  signal: AbortSignal;
};

function checkLimits({ seen, found, shown, signal }: Expansion): void {
  signal.throwIfAborted();
  if (found.size > maxFiles) {
    refuse(
      'source_refused',
      `Path ${shown} matches more than ${maxFiles} files, which is the maximum`,
    );
  }
  if (seen.size > maxSteps) {
    refuse(
      'source_refused',
      `Path ${shown} would visit more than ${maxSteps} folders and names; make it more specific`,
    );
  }
}

async function visitBelow(expansion: Expansion, folder: string, index: number): Promise<void> {
  await visit(expansion, folder, index + 1);
  const entries = (await ifThere(readdir(folder, { withFileTypes: true }))) ?? [];
  for (const entry of entries) {
    if (entry.isDirectory() && !entry.name.startsWith('.'))
      await visit(expansion, path.join(folder, entry.name), index);
  }
}

async function visit(expansion: Expansion, folder: string, index: number): Promise<void> {
  const { segments, seen, found } = expansion;
  const step = `${index}:${folder}`;
  if (seen.has(step)) return;
  seen.add(step);
  checkLimits(expansion);
  const segment = segments[index];
  if (segment === undefined) {
    found.add(folder);
    return checkLimits(expansion);
  }
  if (segment === '**') return visitBelow(expansion, folder, index);
  if (!isPattern(segment)) return visit(expansion, path.join(folder, segment), index + 1);
  const names = ((await ifThere(readdir(folder))) ?? []).filter(matcherOf(segment)).sort();
  for (const name of names) await visit(expansion, path.join(folder, name), index + 1);
}

/**
 * Expands the segments of a pattern below `folder` into paths, without duplicates, in the order of their folders. Refuses with
 * `source_refused` when there are too many matches, or too many names to visit; rejects with the reason of the signal.
 */
export async function expandPattern(
  folder: string,
  segments: readonly string[],
  { shown, signal }: { shown: string; signal: AbortSignal },
): Promise<string[]> {
  const single = segments.filter((each, index) => each !== '**' || segments[index - 1] !== '**');
  const expansion = { segments: single, seen: new Set<string>(), found: new Set<string>() };
  await visit({ ...expansion, shown, signal }, folder, 0);
  return [...expansion.found];
}
