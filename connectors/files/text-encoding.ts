import { refuse } from '../../domain/errors.ts';
import type { ContractServer } from '../../domain/standards/odcs/contract-model.ts';

/** DuckDB's names of encodings, by their usual names without `-`, `_` and blanks. */
const encodings: Record<string, string> = {
  utf8: 'utf-8',
  usascii: 'utf-8',
  ascii: 'utf-8',
  utf16: 'utf-16',
  utf16le: 'utf-16',
  latin1: 'latin-1',
  iso88591: 'latin-1',
};

/** DuckDB's name for `servers[].encoding` (ODCS 3.2); default UTF-8. Refuses unsupported encodings. */
export function encodingOf({ encoding }: ContractServer): string {
  if (encoding === undefined || encoding === null || encoding === '') return 'utf-8';
  const written = typeof encoding === 'string' ? encoding : JSON.stringify(encoding);
  const plain = written.toLowerCase().replaceAll(/[-_ ]/g, '');
  const known = Object.hasOwn(encodings, plain) ? encodings[plain] : undefined;
  return (
    known ??
    refuse(
      'source_refused',
      `Encoding '${written}' is not supported; supported: utf-8, latin-1, utf-16`,
    )
  );
}
