import { isUtf8 } from 'node:buffer';
import type { ImportFacts, ReadRecord } from '../../domain/documents/read-record.ts';
import { Refusal } from '../../domain/errors.ts';
import { takeTurn } from '../../lib/waiting/turns.ts';
import { isShort, runHere, runTask } from '../tasks/run-task.ts';

/**
 * Parses one record of an import; throws only `unavailable`. Only short records are parsed in this process, and the event loop
 * runs between records.
 */
export async function readImportRecord(
  bytes: Buffer,
  format: string,
  facts: ImportFacts,
): Promise<ReadRecord> {
  await takeTurn();
  if (!isUtf8(bytes)) {
    return { error: new Refusal('malformed_body', 'The document is not valid UTF-8.') };
  }
  const sent = { text: bytes.toString('utf8'), format };
  if (isShort(sent)) return runHere('readRecord', sent, facts);
  try {
    const { refusal, ...record } = await runTask('readLargeRecord', sent, facts);
    if ('content' in record) return record;
    const { code, message, ...options } = refusal ?? { code: 'invalid_body', message: '' };
    return { ...record, error: new Refusal(code, message, options) };
  } catch (error) {
    // A retry may succeed: the import ends here, and a repeated request continues from there.
    if (error instanceof Refusal && error.code === 'unavailable') throw error;
    return { error };
  }
}
