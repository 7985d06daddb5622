import { sqlText } from '../../../../domain/dialects/names/sql-text.ts';
import type { ContractServer } from '../../../../domain/standards/odcs/contract-model.ts';
import type { DdlTable, Script } from './tables.ts';

/** The clauses with the format and the location of the files of a table. */
export function athenaFiles(script: Script, table: DdlTable): string[] {
  const location = sqlText('athena', locationOf(script, table));
  return [formatOf(script, table), `LOCATION ${location}`];
}

/** SerDes of text formats; files of the other formats describe themselves. */
const readers: Readonly<Record<string, string>> = {
  json: 'org.openx.data.jsonserde.JsonSerDe',
  csv: 'org.apache.hadoop.hive.serde2.OpenCSVSerde',
};

function formatOf({ server, notes }: Script, { where }: DdlTable): string {
  const asked = server?.['format'];
  const format = typeof asked === 'string' ? asked.toLowerCase() : 'parquet';
  if (/^(?:parquet|orc|avro)$/.test(format)) return `STORED AS ${format.toUpperCase()}`;
  const reader = Object.hasOwn(readers, format) ? readers[format] : undefined;
  if (reader === undefined) {
    notes.warn(where, `files of the format ${format} are read as Parquet here`);
    return 'STORED AS PARQUET';
  }
  if (format === 'csv') {
    notes.warn(
      where,
      'CSV files are read without a header line, with texts, numbers and booleans; dates and moments are numbers there',
    );
  } else if (server?.['delimiter'] === 'array') {
    notes.warn(where, 'files of JSON are read line by line, not as one array');
  }
  return `ROW FORMAT SERDE '${reader}'`;
}

function locationOf(script: Script, { table, name, where }: DdlTable): string {
  const { server, notes, isAlone } = script;
  const own = folderOf(table.customProperties['location']);
  if (own !== undefined) return own;
  const shared = folderOf(filled(server, table.physicalName));
  if (shared === undefined) {
    notes.warn(
      where,
      'the contract does not say where its files are; the LOCATION has to be filled in',
    );
    return `s3://bucket/path/${name}/`;
  }
  const isOwn = isAlone || String(server?.['location']).includes('{model}');
  if (isOwn) return shared;
  notes.warn(where, `its files are expected in a folder ${name} of its own`);
  return `${shared}${name}/`;
}

/** The location with `{model}` replaced by the name of the table. */
function filled(server: ContractServer | undefined, name: string): string | undefined {
  const location = server?.['location'];
  return typeof location === 'string' ? location.replaceAll('{model}', () => name) : undefined;
}

function folderOf(location: unknown): string | undefined {
  if (typeof location !== 'string' || !/^s3:\/\/[^\s*?{}]+$/.test(location)) return undefined;
  return location.endsWith('/') ? location : `${location}/`;
}
