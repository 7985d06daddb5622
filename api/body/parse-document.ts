import { isShort, runTask } from '../../commands/tasks/run-task.ts';
import { parseObject as parseShortObject, withId } from '../../domain/documents/parse-document.ts';
import type {
  DocumentForm,
  ParsedDocument,
  ParsedObject,
} from '../../domain/documents/parse-document.ts';
import type { RawBody } from '../exchange.ts';

/** Maximum number of members and items of a long body; copying and checking them takes up to 20 ms. */
const maxValues = 20_000;

/**
 * Parses a body that must be an object, long ones in another process; `json` is its text as JSON. Refuses
 * bodies that are not a JSON or YAML object, are nested too deeply, contain text that cannot be stored, or are
 * long and have too many values.
 */
export async function parseObject(raw: RawBody): Promise<ParsedObject> {
  return isShort(raw) ? parseShortObject(raw) : runTask('readLargeObject', raw, maxValues);
}

/** Parses a document in the same way, gives it the id of the path, and returns the texts to store. */
export async function parseDocument(
  raw: RawBody,
  id: string,
  form: DocumentForm = {},
): Promise<ParsedDocument> {
  return withId(raw, await parseObject(raw), { id, form });
}
