/** Spellings of one type; what stands first is the name that is compared. */
const spellings: readonly (readonly string[])[] = [
  ['smallint', 'int2', 'tinyint', 'smallserial', 'serial2'],
  ['integer', 'int', 'int4', 'int32', 'serial', 'serial4'],
  ['bigint', 'int8', 'int64', 'long', 'bigserial', 'serial8'],
  ['numeric', 'decimal', 'number', 'dec'],
  ['real', 'float4'],
  ['double precision', 'double', 'float', 'float8'],
  ['money'],
  ['boolean', 'bool'],
  ['text', 'string', 'clob'],
  ['character varying', 'varchar', 'varchar2'],
  ['character', 'char', 'bpchar'],
  ['uuid'],
  ['date'],
  ['time', 'time without time zone'],
  ['timetz', 'time with time zone'],
  [
    'timestamp',
    'timestamp without time zone',
    'timestamp with time zone',
    'timestamptz',
    'timestamp_ntz',
    'timestamp_ltz',
  ],
  ['interval'],
  ['json'],
  ['jsonb'],
  ['bytea', 'blob'],
  ['array'],
  ['xml'],
  ['inet'],
  // Types of other platforms: known, so that they differ from every column here instead of being skipped.
  ['nvarchar'],
  ['bit'],
  ['bit varying', 'varbit'],
  ['datetime'],
  ['variant'],
  ['object'],
  ['struct'],
  ['map'],
  ['binary'],
  ['varbinary'],
  ['geography'],
  ['geometry'],
  ['bignumeric'],
];

const canonical = new Map(
  spellings.flatMap((names) => names.map((name) => [name, names[0] ?? name] as const)),
);

/** Parameters that Postgres itself assumes, so that `timestamp(6)` is `timestamp`. */
const assumedParameters: Record<string, string> = { timestamp: '6', time: '6', timetz: '6' };

type ParsedType = { name: string; parameters: string[]; items: string | undefined };

function parseType(text: string): ParsedType {
  const type = text.trim().toLowerCase().replace(/\s+/g, ' ');
  const items =
    /^(.+?)\s*(?:\[\d*\])+$/.exec(type)?.[1] ?? /^array\s*[<(](.+)[>)]$/.exec(type)?.[1];
  if (items !== undefined) return { name: 'array', parameters: [], items };
  const [, before = type, inside, after = ''] = /^([^(<]+)[(<](.*)[)>](.*)$/.exec(type) ?? [];
  const name = `${before.trim()}${after}`.replace(/\s+/g, ' ').trim();
  const parameters = inside === undefined ? [] : inside.split(',').map((part) => part.trim());
  return { name, parameters, items: undefined };
}

function sameParameters(name: string, declared: string[], actual: string[]): boolean {
  if (declared.length === 0) return true;
  const assumed = name === 'numeric' && declared.length === 1 ? [...declared, '0'] : declared;
  const found = actual.length === 0 ? [assumedParameters[name] ?? ''] : actual;
  return assumed.join() === found.join();
}

/**
 * Whether a declared ODCS `physicalType` names the type that Postgres reports with `format_type`; parameters count
 * only when declared. `undefined` means that the declared text is no type that could be compared.
 */
export function matchesPostgresType(declared: string, actual: string): boolean | undefined {
  const wanted = parseType(declared);
  const found = parseType(actual);
  const foundName = canonical.get(found.name) ?? found.name;
  const wantedName = canonical.get(wanted.name) ?? unqualified(wanted.name);
  if (wantedName !== foundName && wantedName !== unqualified(foundName)) {
    return canonical.has(wanted.name) ? false : undefined;
  }
  if (wanted.items !== undefined && found.items !== undefined) {
    return matchesPostgresType(wanted.items, found.items);
  }
  return sameParameters(foundName, wanted.parameters, found.parameters);
}

function unqualified(name: string): string {
  return name.replace(/^.*\./, '').replaceAll('"', '');
}
