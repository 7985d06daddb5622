import path from 'node:path';
import { isObject } from '../../lib/json/json.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { parseYaml } from '../../lib/yaml/yaml.ts';
import { WrongFile } from '../failure.ts';
import { collectionOfFolder, collections, isCollection } from './collections.ts';
import { headOf } from './local-document.ts';
import type { DocumentHead, LocalDocument } from './local-document.ts';
import { scanHead } from './scan-head.ts';

/** A text file: `file` is shown, `location` is its absolute path, whose folders may name a collection. */
export type TextFile = { file: string; location: string; text: string };

type Piece = Pick<LocalDocument, 'format' | 'text' | 'line'>;

/**
 * The documents of a file. A document is of the kind that it names itself (contracts and products), else of the kind after which a
 * folder around it is named; a record of an export, `{resource, id, document}`, names both. `undefined` stands for a document of no
 * known kind.
 */
export function readDocuments(file: TextFile): (LocalDocument | undefined)[] {
  return piecesOf(file).map((piece) => readPiece(file, piece));
}

function readPiece({ file, location, text }: TextFile, piece: Piece): LocalDocument | undefined {
  const isWhole = piece.text === text;
  const head = piece.format === 'yaml' && isWhole ? scanHead(piece.text) : undefined;
  if (head) return toDocument(head, piece, { file, location });
  const document = parsePiece(piece, file);
  const record = recordOf(document);
  if (record) return { ...record, file, line: piece.line };
  return toDocument(headOf(document), piece, { file, location });
}

function toDocument(
  { resource, id, parent }: DocumentHead,
  piece: Piece,
  { file, location }: Omit<TextFile, 'text'>,
): LocalDocument | undefined {
  const collection = resource ?? collectionOfPath(location);
  if (collection === undefined) return undefined;
  return { ...piece, resource: collection, id: id ?? idOfFile(location), file, parent };
}

/** The collection of the innermost folder that is named after one. */
export function collectionOfPath(location: string): string | undefined {
  const folders = path.dirname(location).split(path.sep).toReversed();
  return folders.map(collectionOfFolder).find((name) => name !== undefined);
}

/** The id of a document that does not name it: the name of its file. */
export function idOfFile(location: string): string {
  const name = path.basename(location).replace(/(\.(odcs|odps))?\.(ya?ml|json)$/, '');
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function piecesOf({ file, text }: TextFile): Piece[] {
  if (file.endsWith('.json')) return [{ format: 'json', text, line: 1 }];
  if (file.endsWith('.ndjson')) return linesOf(text);
  return splitYaml(text);
}

function linesOf(text: string): Piece[] {
  const lines = text.split('\n').map((line, index): Piece => {
    return { format: 'json', text: line, line: index + 1 };
  });
  return lines.filter((piece) => piece.text.trim() !== '');
}

const mark = /^---(?=[ \t\r\n]|$)[^\n]*\n?/m;

/** Splits at the lines `---`, as an import does; a text with one document stays as it is. */
function splitYaml(text: string): Piece[] {
  if (!mark.test(text)) return text.trim() === '' ? [] : [{ format: 'yaml', text, line: 1 }];
  const pieces: Piece[] = [];
  let line = 1;
  for (const part of text.split(/^(?=---(?:[ \t\r\n]|$))/m)) {
    if (
      part
        .replace(mark, '')
        .replaceAll(/^\s*#.*$/gm, '')
        .trim() !== ''
    ) {
      pieces.push({ format: 'yaml', text: part, line });
    }
    line += part.split('\n').length - 1;
  }
  return pieces.length === 1 ? [{ format: 'yaml', text, line: 1 }] : pieces;
}

function parsePiece({ format, text, line }: Piece, file: string): JsonObject {
  const value = format === 'json' ? parseJson(text, file, line) : parseYamlPiece(text, file, line);
  if (isObject(value)) return value as JsonObject;
  throw new WrongFile(`${file}:${line}: a document must be an object.`, { file, line });
}

function parseJson(text: string, file: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    throw new WrongFile(`${file}:${line}: this is no JSON: ${message}.`, { file, line });
  }
}

function parseYamlPiece(text: string, file: string, line: number): unknown {
  const { json, problem } = parseYaml(text);
  if (problem === undefined) return JSON.parse(json);
  const at = line + (problem.line ?? 1) - 1;
  const place = `${file}:${at}:${problem.column ?? 1}`;
  throw new WrongFile(`${place}: this is no YAML: ${problem.message}.`, { file, line: at });
}

/** The document of a record of an export or import; undefined for anything else. */
function recordOf(
  record: JsonObject,
): Pick<LocalDocument, 'resource' | 'id' | 'format' | 'text' | 'parent'> | undefined {
  const { resource, id, document, json, yaml } = record;
  if (!isCollection(resource) || typeof id !== 'string') return undefined;
  const parent = isObject(document) ? headOf(document).parent : undefined;
  const named = { resource, id, parent };
  if (typeof yaml === 'string') return { ...named, format: 'yaml', text: yaml };
  if (typeof json === 'string') return { ...named, format: 'json', text: json };
  if (!isObject(document)) return undefined;
  return { ...named, format: 'json', text: JSON.stringify(document) };
}

/** The advice for a document whose kind is not known. */
export const kindAdvice = `Put it into a folder that is named after its kind (${collections.join(', ')}), write it as {resource, id, document}, or leave such files out with --skip-unknown.`;
