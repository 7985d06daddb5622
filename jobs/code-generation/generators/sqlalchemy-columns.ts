import type {
  ContractProperty,
  ContractTable,
} from '../../../domain/standards/odcs/contract-model.ts';
import { metadataOf } from '../shapes/field-metadata.ts';
import { pythonText, pythonValue } from '../shapes/python-text.ts';
import type { Field } from '../shapes/shape.ts';
import { commentLengthsOf, grammarOf } from './sqlalchemy-platforms.ts';
import { schemaOf } from './sqlalchemy-names.ts';
import type { AlchemyType, AlchemyWriter } from './sqlalchemy-writer.ts';

/** A description as far as comments of the platform go; `place` says where it stands. */
function commentOf(
  { description, businessName }: Pick<ContractProperty, 'description' | 'businessName'>,
  { most, path }: { most: number | undefined; path: string },
  { notes }: AlchemyWriter,
): string[] {
  const text = description ?? businessName;
  if (text === undefined) return [];
  if (most === undefined || text.length <= most) return [pythonText(text)];
  notes.add(path, `its description is cut to ${most} characters`);
  return [pythonText(`${text.slice(0, most - 1)}…`)];
}

/** Arguments of a table besides its columns and constraints. */
export function tableOptions(table: ContractTable, writer: AlchemyWriter): [string, string][] {
  const { name: path, tags, deprecated, description, businessName } = table;
  const [, most] = commentLengthsOf(writer.dialect);
  const schema = schemaOf(table, writer);
  const info = {
    ...(description !== undefined && businessName !== undefined && { businessName }),
    ...(tags.length > 0 && { tags }),
    ...(deprecated && { deprecated }),
  };
  return [
    ...(schema === undefined ? [] : [['schema', pythonText(schema)] as [string, string]]),
    ...commentOf(table, { most, path }, writer).map((text): [string, string] => ['comment', text]),
    ...(Object.keys(info).length === 0 ? [] : [['info', pythonValue(info)] as [string, string]]),
  ];
}

/** What columns say themselves, or notes of them. */
const said = new Set([
  'comment',
  'maxLength',
  'constraints',
  'allowedValues',
  'primaryKeyPosition',
]);

function infoOf(field: Field, { server }: AlchemyWriter): string[] {
  const entries = Object.entries(metadataOf(field, server, 'members')).filter(
    ([name]) => !said.has(name),
  );
  return entries.length === 0 ? [] : [`info=${pythonValue(Object.fromEntries(entries))}`];
}

/** Kinds of keys that SQLAlchemy makes numbers for, unless it is told not to. */
const numbers: ReadonlySet<string> = new Set(['integer', 'decimal', 'float']);

/** Numbers get no values of their own, unless the platform's type says so. */
function generates({ property }: Field): boolean {
  return /serial|identity|auto_?increment/i.test(property?.physicalType ?? '');
}

function keyArguments(field: Field, isOrdered: boolean): string[] {
  const isNumber = numbers.has(field.shape.kind);
  return [
    ...(isOrdered ? ['primary_key=True'] : []),
    ...(isNumber && !generates(field) ? ['autoincrement=False'] : []),
  ];
}

/** What stands behind the name of a column. */
export function columnArguments(
  field: Field,
  { column }: AlchemyType,
  { writer, isOrdered }: { writer: AlchemyWriter; isOrdered: boolean },
): string[] {
  const { property, required, path } = field;
  const [most] = commentLengthsOf(writer.dialect);
  const canBeUnique = grammarOf(writer.dialect).unique !== undefined;
  const unique = property?.unique === true && canBeUnique ? ['unique=True'] : [];
  const comments = property ? commentOf(property, { most, path }, writer) : [];
  return [
    column,
    ...(property?.primaryKey === true
      ? keyArguments(field, isOrdered)
      : [...unique, `nullable=${required ? 'False' : 'True'}`]),
    ...comments.map((text) => `comment=${text}`),
    ...infoOf(field, writer),
  ];
}
