import type { TypeDialect } from '../../../../domain/dialects/dialect.ts';
import { parseNativeType } from '../../../../domain/dialects/types/native-type.ts';
import type { NativeType } from '../../../../domain/dialects/types/native-type.ts';
import { sqlName } from '../../../../domain/dialects/names/sql-text.ts';
import { sqlTypeOf } from '../../../../domain/dialects/types/sql-type.ts';
import type { ContractProperty } from '../../../../domain/standards/odcs/contract-model.ts';
import type { Notes } from '../../shapes/notes.ts';
import { ddlDialects } from '../sql/dialects.ts';
import { allowedName } from '../sql/names.ts';
import { dbtPlatforms } from './platforms.ts';

/** The dialect of queries on a platform. */
export function queryDialect(dialect: TypeDialect): TypeDialect {
  return dbtPlatforms[dialect].queries ?? dialect;
}

/** The type of a column as queries and contracts of models write it; losses are noted. */
export function columnType(
  dialect: TypeDialect,
  property: ContractProperty,
  { notes, where }: { notes: Notes; where: string },
): string {
  const grammar = ddlDialects[dialect];
  const rename = (name: string): string => {
    const allowed = allowedName(grammar, name);
    if (allowed !== name) notes.warn(`${where}.${name}`, 'is called {} here', allowed);
    return allowed;
  };
  const declared = sqlTypeOf(dialect, property, { rename });
  const type = queryDialect(dialect) === dialect ? declared.type : typeOfTrino(declared.type);
  if (declared.note !== undefined) {
    const [losses = ''] = declared.note.split('; written as ');
    notes.warn(where, `${losses}; written as ${type}`);
  }
  return orNull(dialect, property, type);
}

function orNull(dialect: TypeDialect, property: ContractProperty, type: string): string {
  const isNullable = !property.required && !property.primaryKey;
  const { neverNullable } = dbtPlatforms[dialect];
  const isPlain = neverNullable === undefined || neverNullable.test(type);
  return isPlain || !isNullable ? type : `Nullable(${type})`;
}

/** Types that Hive and Trino name differently. */
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

/** A quoted name, or a text with a length. */
const lengths = /"[^"]*"|`[^`]*`|'[^']*'|\b(n?varchar|character varying|string|text)\(\d+\)/gi;

/** The type of a cast, without lengths: a cast would cut longer text, also in lists and structures, and no test could see it. */
export function castType(dialect: TypeDialect, type: string): string {
  return type.replace(lengths, (found: string, name: string | undefined) =>
    name === undefined ? found : (dbtPlatforms[dialect].longText?.(name) ?? name),
  );
}
