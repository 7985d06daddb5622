import { refuse } from '../../domain/errors.ts';
import { oneLine } from '../../domain/notifications/plain-text.ts';
import { objectOf } from '../../domain/standards/json-value.ts';
import { inspectJson } from '../../lib/json.ts';
import { hideSecrets } from '../contract-tests/hide-secrets.ts';
import type { GeneratedFile } from './generator.ts';
import { devices } from './shapes/names.ts';

const deepest = 32;
const mostFiles = 1_000;
const longestName = 255;
const longestLanguage = 100;

/**
 * The files that an endpoint answers, without secrets, and with members that nobody knows left out. Refuses with
 * `generation_failed` what is no list of files, what cannot be stored, and names that are not safe on every file system.
 */
export function readGeneratedFiles(answer: unknown, secrets: readonly string[]): GeneratedFile[] {
  const given = objectOf(answer)?.['files'];
  if (!Array.isArray(given) || given.length === 0) return refuseAnswer("has no 'files'");
  if (given.length > mostFiles)
    refuseAnswer(`has ${given.length} files; ${mostFiles} are the most`);
  const { tooDeep, unstorableAt } = inspectJson(given, deepest);
  if (tooDeep) refuseAnswer(`nests deeper than ${deepest} levels`);
  if (unstorableAt !== undefined) refuseAnswer('holds text that cannot be stored');
  const files = given.map((file, index) => readFile(hideSecrets(file, secrets), `files[${index}]`));
  assertPlaces(files.map(({ filename }) => filename));
  return files;
}

function refuseAnswer(what: string): never {
  return refuse('generation_failed', `its answer ${what}`);
}

function readFile(given: unknown, place: string): GeneratedFile {
  const { filename, language, content, metadata } = objectOf(given) ?? {};
  if (typeof filename !== 'string' || typeof language !== 'string' || typeof content !== 'string') {
    return refuseAnswer(`has no text for filename, language or content in '${place}'`);
  }
  if (!isSafeName(filename)) refuseAnswer(`has a file name that is not safe: ${shown(filename)}`);
  if (!isLanguage(language)) {
    refuseAnswer(`has a language of more than one short line in '${place}'`);
  }
  return { filename, language, content, metadata: readMetadata(metadata, place) };
}

function readMetadata(given: unknown, place: string): GeneratedFile['metadata'] {
  const metadata =
    objectOf(given ?? {}) ?? refuseAnswer(`has metadata in '${place}' that is no object`);
  const notes = metadata['notes'] ?? [];
  if (!Array.isArray(notes) || !notes.every((note) => typeof note === 'string')) {
    return refuseAnswer(`has notes in '${place}' that are no texts`);
  }
  return { ...metadata, notes };
}

const shown = (name: string): string => oneLine(JSON.stringify(name), 100);

/** What turns directions, ends lines, or means something to a shell or a file system. */
const foreign = /[\p{C}\p{Zl}\p{Zp}<>:"|?*\\]/u;

const isLanguage = (text: string): boolean =>
  text !== '' && text.length <= longestLanguage && !/[\p{C}\p{Zl}\p{Zp}]/u.test(text);

function isSafeName(name: string): boolean {
  const isShort = Buffer.byteLength(name) <= longestName;
  return isShort && !foreign.test(name) && name.split('/').every(isSafePart);
}

/** Hidden files, `.` and `..` are no files to make; Windows drops points and spaces at the end. */
function isSafePart(part: string): boolean {
  return part !== '' && !/^[ .~]|[ .]$/.test(part) && !devices.test(part);
}

/** No two files have one name, and none has that of a folder. */
function assertPlaces(names: readonly string[]): void {
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
