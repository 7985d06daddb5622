import { sqlText } from '../../../domain/dialects/sql-text.ts';
import type { ContractServer } from '../../../domain/standards/odcs/contract-model.ts';
import type { DdlTable, Script } from './sql-ddl-tables.ts';

/** How the files of a table are read, and where they are. */
export function athenaPlace(script: Script, table: DdlTable): string[] {
  const location = sqlText('athena', locationOf(script, table));
  return [formatOf(script, table), `LOCATION ${location}`];
}

/** Readers of texts; the other formats tell themselves how they are read. */
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
    notes.add(where, `files of the format ${format} are read as Parquet here`);
    return 'STORED AS PARQUET';
  }
  if (format === 'csv') {
    notes.add(
      where,
      'CSV files are read without a header line, with texts, numbers and booleans; dates and moments are numbers there',
    );
  } else if (server?.['delimiter'] === 'array') {
    notes.add(where, 'files of JSON are read line by line, not as one array');
  }
  return `ROW FORMAT SERDE '${reader}'`;
}

function locationOf(script: Script, { table, name, where }: DdlTable): string {
  const { server, notes, isAlone } = script;
  const own = placeOf(table.customProperties['location']);
  if (own !== undefined) return own;
  const shared = placeOf(filled(server, table.physicalName));
  if (shared === undefined) {
    notes.add(
      where,
      'the contract does not say where its files are; the LOCATION has to be filled in',
    );
    return `s3://bucket/path/${name}/`;
  }
  const isOwn = isAlone || String(server?.['location']).includes('{model}');
  if (isOwn) return shared;
  notes.add(where, `its files are expected in a folder ${name} of its own`);
  return `${shared}${name}/`;
}

/** `{model}` stands for the name of the table. */
function filled(server: ContractServer | undefined, name: string): string | undefined {
  const location = server?.['location'];
  return typeof location === 'string' ? location.replaceAll('{model}', () => name) : undefined;
}

function placeOf(location: unknown): string | undefined {
  if (typeof location !== 'string' || !/^s3:\/\/[^\s*?{}]+$/.test(location)) return undefined;
  return location.endsWith('/') ? location : `${location}/`;
}
