import { quoteLiteral } from '../../domain/dialects/names/quote.ts';
import { refuse } from '../../domain/errors.ts';
import type { Connector, SourceAccess } from '../connector.ts';
import * as about from './about.ts';
import { describeDuckdbTables, duckdbCatalog } from './catalogue.ts';
import { openDuckdb } from './session.ts';
import type { DuckdbSession } from './session.ts';
import { resolveAllowedFiles } from '../guard/files.ts';
import { isPattern } from '../guard/file-pattern.ts';
import { createScratchFolder } from './scratch-folder.ts';
import { textMember } from '../server/member.ts';
import { messageOf } from '../source-error.ts';

/** The real path of the file, which must be inside the allowed folders. */
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

/** Attaches the file read-only; afterwards DuckDB cannot open any other file. */
async function attach(session: DuckdbSession, file: string, shown: string): Promise<void> {
  try {
    await session.execute(
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

/** DuckDB database files on the worker's machine, opened read-only. */
export const duckdb: Connector<'duckdb'> = {
  ...about.duckdb,
  async open(server, access, signal) {
    const name =
      textMember(server, 'database') ??
      access.credentials[about.databaseVariable] ??
      refuse('source_refused', `Server '${server.server}' needs a database to be tested`);
    const inSchema =
      textMember(server, 'schema') ?? access.credentials[about.schemaVariable] ?? 'main';
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
      // A statement uses both threads and may use all memory, so two in parallel would not be faster.
      concurrency: 1,
      describe: (tableNames, declared = []) =>
        describeDuckdbTables(session, inSchema, { tableNames, declared }),
      absence: `it does not exist in schema '${inSchema}'`,
      query: session.query,
      queryRule: session.queryRule,
      close,
    };
  },
};
