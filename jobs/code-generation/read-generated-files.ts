import { refuse } from '../../domain/errors.ts';
import { oneLine } from '../../domain/notifications/plain-text.ts';
import { objectOf } from '../../domain/standards/json-value.ts';
import { inspectJson } from '../../lib/json/json.ts';
import { hideSecrets } from '../contract-tests/hide-secrets.ts';
import type { GeneratedFile } from './generator.ts';
import { devices } from './shapes/names.ts';

const maxDepth = 32;
const maxFiles = 1_000;
const maxNameBytes = 255;
const maxLanguageLength = 100;

/**
 * The files that an endpoint answers, without secrets and unknown members. Refuses with `generation_failed` answers that
 * are no list of files or cannot be stored, and file names that are not safe on every file system.
 */
export function readGeneratedFiles(answer: unknown, secrets: readonly string[]): GeneratedFile[] {
  const given = objectOf(answer)?.['files'];
  if (!Array.isArray(given) || given.length === 0) return refuseAnswer("has no 'files'");
  if (given.length > maxFiles) refuseAnswer(`has ${given.length} files; ${maxFiles} are the most`);
  const { tooDeep, unstorableAt } = inspectJson(given, maxDepth);
  if (tooDeep) refuseAnswer(`nests deeper than ${maxDepth} levels`);
  if (unstorableAt !== undefined) refuseAnswer('holds text that cannot be stored');
  const files = given.map((file, index) => readFile(hideSecrets(file, secrets), `files[${index}]`));
  assertDistinctPaths(files.map(({ filename }) => filename));
  return files;
}

function refuseAnswer(what: string): never {
  return refuse('generation_failed', `its answer ${what}`);
}

function readFile(given: unknown, path: string): GeneratedFile {
  const { filename, language, content, metadata } = objectOf(given) ?? {};
  if (typeof filename !== 'string' || typeof language !== 'string' || typeof content !== 'string') {
    return refuseAnswer(`has no text for filename, language or content in '${path}'`);
  }
  if (!isSafeName(filename)) refuseAnswer(`has a file name that is not safe: ${shown(filename)}`);
  if (!isLanguage(language)) {
    refuseAnswer(`has a language of more than one short line in '${path}'`);
  }
  return { filename, language, content, metadata: readMetadata(metadata, path) };
}

function readMetadata(given: unknown, path: string): GeneratedFile['metadata'] {
  const metadata =
    objectOf(given ?? {}) ?? refuseAnswer(`has metadata in '${path}' that is no object`);
  const [warnings, notes] = (['warnings', 'notes'] as const).map((name) => {
    const list = metadata[name] ?? [];
    if (Array.isArray(list) && list.every((text) => typeof text === 'string')) return list;
    return refuseAnswer(`has ${name} in '${path}' that are no texts`);
  });
  return { ...metadata, warnings: warnings ?? [], notes: notes ?? [] };
}

const shown = (name: string): string => oneLine(JSON.stringify(name), 100);

/** Characters that change the text direction, end lines, or have a meaning in a shell or a file system. */
const foreign = /[\p{C}\p{Zl}\p{Zp}<>:"|?*\\]/u;

const isLanguage = (text: string): boolean =>
  text !== '' && text.length <= maxLanguageLength && !/[\p{C}\p{Zl}\p{Zp}]/u.test(text);

function isSafeName(name: string): boolean {
  const isShort = Buffer.byteLength(name) <= maxNameBytes;
  return isShort && !foreign.test(name) && name.split('/').every(isSafePart);
}

/** Hidden files, `.` and `..` are no files to make; Windows drops points and spaces at the end. */
function isSafePart(part: string): boolean {
  return part !== '' && !/^[ .~]|[ .]$/.test(part) && !devices.test(part);
}

/** Refuses files with equal names, and files with the name of a folder. */
function assertDistinctPaths(names: readonly string[]): void {
  const folded = names.map((name) => name.normalize('NFC').toLowerCase());
  const taken = new Set<string>();
  for (const [index, name] of folded.entries()) {
    if (taken.has(name)) refuseAnswer(`has two files of one name: ${shown(names[index] ?? '')}`);
    taken.add(name);
  }
  for (const [index, name] of folded.entries()) {
    for (let at = name.indexOf('/'); at !== -1; at = name.indexOf('/', at + 1)) {
      if (!taken.has(name.slice(0, at))) continue;
      refuseAnswer(`has a file in place of a folder of ${shown(names[index] ?? '')}`);
    }
  }
}
