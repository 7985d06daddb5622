import type {
  ContractProperty,
  ContractTable,
} from '../../../../domain/standards/odcs/contract-model.ts';
import { metadataOf } from '../../shapes/field-metadata.ts';
import { pythonText, pythonValue } from '../../shapes/text/python-text.ts';
import type { Field } from '../../shapes/shape.ts';
import { commentLengthsOf, grammarOf } from './platforms.ts';
import { schemaOf } from './names.ts';
import type { AlchemyType, AlchemyWriter } from './writer.ts';

/** A description, cut to the maximum length of the platform, with a note if it is cut. */
function commentOf(
  { description, businessName }: Pick<ContractProperty, 'description' | 'businessName'>,
  { max, path }: { max: number | undefined; path: string },
  { notes }: AlchemyWriter,
): string[] {
  const text = description ?? businessName;
  if (text === undefined) return [];
  if (max === undefined || text.length <= max) return [pythonText(text)];
  notes.add(path, `its description is cut to ${max} characters`);
  return [pythonText(`${text.slice(0, max - 1)}…`)];
}

/** Arguments of a table in addition to its columns and constraints. */
export function tableOptions(table: ContractTable, writer: AlchemyWriter): [string, string][] {
  const { name: path, tags, deprecated, description, businessName } = table;
  const [, max] = commentLengthsOf(writer.dialect);
  const schema = schemaOf(table, writer);
  const info = {
    ...(description !== undefined && businessName !== undefined && { businessName }),
    ...(tags.length > 0 && { tags }),
    ...(deprecated && { deprecated }),
  };
  return [
    ...(schema === undefined ? [] : [['schema', pythonText(schema)] as [string, string]]),
    ...commentOf(table, { max, path }, writer).map((text): [string, string] => ['comment', text]),
    ...(Object.keys(info).length === 0 ? [] : [['info', pythonValue(info)] as [string, string]]),
  ];
}

/** Attributes that columns express or that other notes name. */
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

/** Kinds of keys that SQLAlchemy generates numbers for by default. */
const numbers: ReadonlySet<string> = new Set(['integer', 'decimal', 'float']);

/** True if the database generates the values of a key column: only if the platform's type says so. */
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

/** The arguments after the name of a column. */
export function columnArguments(
  field: Field,
  { column }: AlchemyType,
  { writer, isOrdered }: { writer: AlchemyWriter; isOrdered: boolean },
): string[] {
  const { property, required, path } = field;
  const [max] = commentLengthsOf(writer.dialect);
  const canBeUnique = grammarOf(writer.dialect).unique !== undefined;
  const unique = property?.unique === true && canBeUnique ? ['unique=True'] : [];
  const comments = property ? commentOf(property, { max, path }, writer) : [];
  return [
    column,
    ...(property?.primaryKey === true
      ? keyArguments(field, isOrdered)
      : [...unique, `nullable=${required ? 'False' : 'True'}`]),
    ...comments.map((text) => `comment=${text}`),
    ...infoOf(field, writer),
  ];
}
