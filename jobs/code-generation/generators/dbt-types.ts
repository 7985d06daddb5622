import type { TypeDialect } from '../../../domain/dialects/dialect.ts';
import { parseNativeType } from '../../../domain/dialects/native-type.ts';
import type { NativeType } from '../../../domain/dialects/native-type.ts';
import { sqlName } from '../../../domain/dialects/sql-text.ts';
import { sqlTypeOf } from '../../../domain/dialects/sql-type.ts';
import type { ContractProperty } from '../../../domain/standards/odcs/contract-model.ts';
import type { Notes } from '../shapes/notes.ts';
import { ddlDialects } from './sql-ddl-dialects.ts';
import { allowedName } from './sql-ddl-names.ts';

/** The dialect of queries: Athena declares tables as Hive does, but reads queries as Trino does. */
export function queryDialect(dialect: TypeDialect): TypeDialect {
  return dialect === 'athena' ? 'trino' : dialect;
}

/** The type of a column as queries and contracts of models write it; what is lost is told. */
export function columnType(
  dialect: TypeDialect,
  property: ContractProperty,
  { notes, where }: { notes: Notes; where: string },
): string {
  const grammar = ddlDialects[dialect] ?? ddlDialects.postgres;
  const rename = (name: string): string => {
    const allowed = allowedName(grammar, name);
    if (allowed !== name) notes.add(`${where}.${name}`, `is called ${allowed} here`);
    return allowed;
  };
  const declared = sqlTypeOf(dialect, property, { rename });
  const type = dialect === 'athena' ? typeOfTrino(declared.type) : declared.type;
  if (declared.note !== undefined) {
    const [losses = ''] = declared.note.split('; written as ');
    notes.add(where, `${losses}; written as ${type}`);
  }
  return orNull(dialect, property, type);
}

function orNull(dialect: TypeDialect, property: ContractProperty, type: string): string {
  const isNullable = !property.required && !property.primaryKey;
  const isOther = dialect !== 'clickhouse' || /^(?:Array|Map|Tuple|JSON)/.test(type);
  return isOther || !isNullable ? type : `Nullable(${type})`;
}

/** What Hive calls otherwise than Trino. */
const namesOfTrino: ReadonlyMap<string, string> = new Map([
  ['string', 'varchar'],
  ['binary', 'varbinary'],
  ['int', 'integer'],
  ['float', 'real'],
]);

function typeOfTrino(text: string): string {
  const type = parseNativeType('athena', text);
  return type === undefined ? text : written(type);
}

function written({ name, text, items, members = [], parameters }: NativeType): string {
  if (items !== undefined) return `array(${written(items)})`;
  if (name === 'map' && members.length > 0) {
    return `map(${members.map(({ type }) => written(type)).join(', ')})`;
  }
  if (members.length > 0) {
    const list = members.map(
      (member) => `${sqlName('trino', member.name)} ${written(member.type)}`,
    );
    return `row(${list.join(', ')})`;
  }
  const other = namesOfTrino.get(name);
  if (other === undefined) return text;
  return parameters.length > 0 ? `${other}(${parameters.join(',')})` : other;
}

/** Where a text without a length is another type, or has a length by default. */
const longTexts: Partial<Record<TypeDialect, (name: string) => string>> = {
  redshift: (name) => `${name}(max)`,
  sqlserver: (name) => `${name}(max)`,
  databricks: () => 'STRING',
};

/** A quoted name, or a text with a length. */
const lengths = /"[^"]*"|`[^`]*`|'[^']*'|\b(n?varchar|character varying|string|text)\(\d+\)/gi;

/**
 * The type of a cast: one to a type with a length would cut what is too long, in lists and structures as well, and no
 * test could see it.
 */
export function castType(dialect: TypeDialect, type: string): string {
  return type.replace(lengths, (found: string, name: string | undefined) =>
    name === undefined ? found : (longTexts[dialect]?.(name) ?? name),
  );
}
