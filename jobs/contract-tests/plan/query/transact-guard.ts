import type { Token } from './tokens.ts';

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Words that are reserved in Transact-SQL, where statements need no semicolon between them. */
const reserved = wordsOf(
  'INSERT UPDATE DELETE MERGE DROP CREATE ALTER TRUNCATE EXEC EXECUTE GRANT REVOKE DENY DECLARE SET USE BACKUP RESTORE ' +
    'DBCC KILL SHUTDOWN WAITFOR OPENROWSET OPENQUERY OPENDATASOURCE BULK COMMIT ROLLBACK SAVE BEGIN WHILE IF PRINT ' +
    'RAISERROR GOTO RECONFIGURE UPDATETEXT WRITETEXT READTEXT UPDLOCK XLOCK TABLOCKX REVERT CHECKPOINT SETUSER OPEN CLOSE ' +
    'DEALLOCATE RETURN BREAK CONTINUE ADD LOAD DUMP TRAN TRANSACTION',
);

/** Words that start a statement but may also name a column. */
const beginnings = wordsOf('THROW RECEIVE SEND ENABLE DISABLE CONVERSATION RENAME MOVE COPY');

/** After these a word can only be a name. */
const beforeNames = wordsOf(
  'SELECT DISTINCT AS BY WHERE AND OR ON NOT WHEN THEN ELSE CASE HAVING BETWEEN LIKE IN IS FROM JOIN ALL ' +
    '( , . = < > + - * / % |',
);

const beforeSelect = wordsOf('UNION ALL EXCEPT INTERSECT ( )');

/** A name of four parts starts with a linked server; parts between two dots may be empty. */
function hasFourParts(tokens: readonly Token[], firstDot: number): boolean {
  let at = firstDot;
  for (let dots = 1; dots < 3; dots += 1) {
    const next = tokens[at + 1];
    const isNamed = next?.kind === 'word' || next?.kind === 'name';
    at += isNamed ? 2 : 1;
    if (tokens[at]?.text !== '.') return false;
  }
  return true;
}

/** True if a word after another one starts a statement, or locks. */
const isStatement = (word: string, before: string): boolean =>
  reserved.has(word) || (beginnings.has(word) && !beforeNames.has(before));

/** The fault at one token of a SQL Server query: another statement, a lock, or another server. */
export function transactFault(
  tokens: readonly Token[],
  words: readonly string[],
  at: number,
): string | undefined {
  const word = words[at] ?? '';
  if (word === '.') return hasFourParts(tokens, at) ? 'a name of four parts' : undefined;
  const before = words[at - 1];
  if (before === '.') return undefined;
  if (isStatement(word, before ?? '')) return word;
  const isSecond = word === 'SELECT' && before !== undefined && !beforeSelect.has(before);
  return isSecond ? 'a second SELECT' : undefined;
}
