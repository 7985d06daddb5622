import { withoutSpans } from '../shrink/shrink.ts';
import type { FuzzFile } from './make-file.ts';

/** Files with a part left out. */
export function* simplerFiles(file: FuzzFile): Generator<FuzzFile> {
  for (const text of withoutSpans(file.bytes.toString('latin1'))) {
    yield { ...file, bytes: Buffer.from(text, 'latin1') };
  }
}
