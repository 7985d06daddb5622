import { quoteLiteral } from '../domain/dialects/quote.ts';
import { refuse } from '../domain/errors.ts';
import type { Connector, SourceAccess } from './connector.ts';
import { describeDuckdbTables, duckdbCatalog } from './duckdb-catalogue.ts';
import { openDuckdb } from './duckdb-session.ts';
import type { DuckdbSession } from './duckdb-session.ts';
import { resolveAllowedFiles } from './file-guard.ts';
import { isPattern } from './file-pattern.ts';
import { createScratchFolder } from './scratch-folder.ts';
import { textMember } from './server-member.ts';
import { messageOf } from './source-error.ts';

const database = 'DATACONTRACT_DUCKDB_DATABASE';
const schema = 'DATACONTRACT_DUCKDB_SCHEMA';

/** Real path of the one file that is named, inside of the allowed folders. */
async function fileOf(name: string, access: SourceAccess, signal: AbortSignal): Promise<string> {
  if (isPattern(name)) refuse('source_refused', `Database ${name} is a pattern, not a file`);
  const [file] = await resolveAllowedFiles(name, access.allowedDataDirs, signal);
  return (
    file ??
    refuse(
      'source_refused',
      `There is no database ${name} in the allowed folders (ALLOWED_DATA_DIRS)`,
    )
  );
}

/** Attached for reading only; from then on no other file can be opened. */
async function attach(session: DuckdbSession, file: string, shown: string): Promise<void> {
  try {
    await session.query(
      `attach ${quoteLiteral(file)} as ${duckdbCatalog} (read_only, type duckdb)`,
    );
  } catch (error) {
    const message = messageOf(error)
      .split('\n')[0]
      ?.replaceAll(file, () => shown);
    refuse('source_refused', `Could not open the duckdb database at ${shown}: ${message}`);
  }
  await session.restrictTo([]);
}

/** DuckDB database files of the worker's own machine, opened for reading only. */
export const duckdb: Connector = {
  name: 'duckdb',
  serverTypes: ['duckdb'],
  credentials: [
    { name: database, meaning: 'Database file of servers that name none' },
    { name: schema, meaning: 'Schema of servers that name none; main when left out' },
  ],
  signIns: [],
  placeIs: 'the path in `database`',
  place: (server) => textMember(server, 'database'),
  title: 'DuckDB database files',
  tested: { live: true, against: 'DuckDB 1.5' },
  async open(server, access, signal) {
    const name =
      textMember(server, 'database') ??
      access.credentials[database] ??
      refuse('source_refused', `Server '${server.server}' needs a database to be tested`);
    const inSchema = textMember(server, 'schema') ?? access.credentials[schema] ?? 'main';
    signal.throwIfAborted();
    const file = await fileOf(name, access, signal);
    const scratch = await createScratchFolder();
    const { statementTimeoutMs } = access;
    const spillFolder = `${scratch.path}/spill`;
    const limits = { statementTimeoutMs, signal, spillFolder };
    const session = await openDuckdb(limits).catch(async (error: unknown) => {
      await scratch.remove();
      throw error;
    });
    const close = async (): Promise<void> => {
      await session.close();
      await scratch.remove();
    };
    try {
      await attach(session, file, name);
    } catch (error) {
      await close();
      throw error;
    }
    return {
      dialect: 'duckdb',
      // Each statement uses both threads and may use the whole memory; two at a time would only share them.
      lanes: 1,
      describe: (tableNames, declared = []) =>
        describeDuckdbTables(session, inSchema, { tableNames, declared }),
      absence: `it does not exist in schema '${inSchema}'`,
      query: session.query,
      queryRule: session.queryRule,
      close,
    };
  },
};
