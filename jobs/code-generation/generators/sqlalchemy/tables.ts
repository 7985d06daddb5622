import type { ContractProperty } from '../../../../domain/standards/odcs/contract-model.ts';
import type { ForeignKey } from '../../../../domain/standards/odcs/relationships.ts';
import { plainLines } from '../../shapes/documentation.ts';
import {
  createPythonScope,
  lostName,
  memberNames,
  noteMemberNames,
} from '../../shapes/text/python-names.ts';
import { docstring, pythonCall, pythonComment, pythonText } from '../../shapes/text/python-text.ts';
import type { Entity, Field } from '../../shapes/shape.ts';
import { checksOf, noteRules } from './checks.ts';
import { columnArguments, tableOptions } from './columns.ts';
import { primaryKeyOf } from './keys.ts';
import { schemaOf } from './names.ts';
import type { NameOf } from './names.ts';
import { typeOfColumn } from './types.ts';
import type { AlchemyType, AlchemyWriter } from './writer.ts';

/** Members of declarative classes, and names that the module needs. */
export const alchemyNames =
  'Any Base BigInteger Boolean CheckConstraint Column Date DateTime DeclarativeBase Double Float ForeignKeyConstraint ' +
  'Integer JSON LargeBinary Mapped Numeric PrimaryKeyConstraint SmallInteger String Table Text Time Uuid ARRAY JSONB ' +
  'column func declarative_base mapped_column metadata registry type_annotation_map query ' +
  'BINARY_DOUBLE BINARY_FLOAT DATETIME DATETIME2 LONGBLOB RAW TIME TIMESTAMP VARBINARY';

export type AlchemyTable = {
  entity: Entity;
  /** The name of the class or variable. */
  name: string;
  foreignKeys: readonly ForeignKey[];
  cyclic: ReadonlySet<ForeignKey>;
  nameOf: NameOf;
};

type Draft = AlchemyTable & {
  writer: AlchemyWriter;
  key: readonly ContractProperty[];
  /** True if the columns of the table are in the order of its primary key. */
  isOrdered: boolean;
  /** Columns that are keys, unique or refer to another table. */
  compared: ReadonlySet<ContractProperty | undefined>;
};

const use = ({ imports }: AlchemyWriter, name: string): string => imports.use('sqlalchemy', name);

function foreignKeyCall(key: ForeignKey, draft: Draft): string {
  const { writer, cyclic, foreignKeys, name, nameOf } = draft;
  const schema = schemaOf(key.targetTable, writer);
  const target = `${schema === undefined ? '' : `${schema}.`}${nameOf(key.targetTable)}`;
  const targets = key.targetColumns.map((column) => pythonText(`${target}.${nameOf(column)}`));
  const columns = key.columns.map((column) => pythonText(nameOf(column)));
  const later = cyclic.has(key)
    ? [
        `name=${pythonText(`fk_${name.toLowerCase()}_${foreignKeys.indexOf(key) + 1}`)}`,
        'use_alter=True',
      ]
    : [];
  const parts = [`[${columns.join(', ')}]`, `[${targets.join(', ')}]`, ...later];
  return `${use(writer, 'ForeignKeyConstraint')}(${parts.join(', ')})`;
}

function constraintsOf(draft: Draft): string[] {
  const { entity, foreignKeys, key, isOrdered, writer, nameOf } = draft;
  const columns = key.map((column) => pythonText(nameOf(column))).join(', ');
  const primary = isOrdered ? [] : [`${use(writer, 'PrimaryKeyConstraint')}(${columns})`];
  return [
    ...primary,
    ...foreignKeys.map((foreignKey) => foreignKeyCall(foreignKey, draft)),
    ...checksOf(entity.fields, writer),
  ];
}

const typeOfField = (field: Field, { writer, compared }: Draft): AlchemyType =>
  typeOfColumn(field, { writer, isKey: compared.has(field.property) });

function classMember(field: Field, name: string, draft: Draft): string {
  const { writer } = draft;
  const type = typeOfField(field, draft);
  const own = name === field.name ? [] : [pythonText(field.name)];
  const parts = [...own, ...columnArguments(field, type, draft)];
  if (writer.version === 1) {
    const before = `${name} = `;
    return `    ${before}${pythonCall(`${use(writer, 'Column')}(`, parts, { indent: '    ', before })}`;
  }
  const python = field.required
    ? type.python()
    : `${writer.imports.use('typing', 'Optional')}[${type.python()}]`;
  const before = `${name}: ${writer.imports.use('sqlalchemy.orm', 'Mapped')}[${python}] = `;
  const opening = `${writer.imports.use('sqlalchemy.orm', 'mapped_column')}(`;
  return `    ${before}${pythonCall(opening, parts, { indent: '    ', before })}`;
}

/** A tuple whose last entry may be a dictionary; a dictionary alone needs no tuple. */
function argumentsOfTable(draft: Draft): string[] {
  const options = tableOptions(draft.entity.table, draft.writer).map(
    ([name, value]) => `${pythonText(name)}: ${value}`,
  );
  const dictionary = options.length > 0 ? [`{${options.join(', ')}}`] : [];
  const constraints = constraintsOf(draft);
  const before = '__table_args__ = ';
  if (constraints.length === 0) return dictionary.map((text) => `    ${before}${text}`);
  const entries = [...constraints, ...dictionary].map((entry) => `        ${entry},\n`);
  return [`    ${before}(\n${entries.join('')}    )`];
}

/** The docstring of the class or variable, with the table's name in the contract if it differs. */
function documentation({ entity: { table }, name }: Draft): string[] {
  const lines = plainLines(table.description ?? table.businessName);
  const lost = lostName(name, table.name);
  return [...lines, ...(lines.length > 0 && lost.length > 0 ? [''] : []), ...lost];
}

/** A class for a table with a primary key. */
function classOf(draft: Draft): string[] {
  const { entity, name, nameOf, writer } = draft;
  const { table, fields } = entity;
  const wanted = fields.map((field) => field.name);
  const members = memberNames(wanted, createPythonScope(alchemyNames));
  noteMemberNames(table.name, [wanted, members], writer.notes);
  const written = fields.map((field, position) =>
    classMember(field, members[position] ?? '', draft),
  );
  const doc = docstring(documentation(draft), '    ');
  return [
    `class ${name}(Base):`,
    ...doc,
    ...(doc.length > 0 ? [''] : []),
    `    __tablename__ = ${pythonText(nameOf(table))}`,
    ...argumentsOfTable(draft),
    '',
    ...written,
  ];
}

/** A table without a primary key has no class, because nothing identifies its rows. */
function plainTable(draft: Draft): string[] {
  const { entity, name, nameOf, writer } = draft;
  const { table, fields } = entity;
  const columns = fields.map((field) => {
    const parts = [
      pythonText(field.name),
      ...columnArguments(field, typeOfField(field, draft), draft),
    ];
    return pythonCall(`${use(writer, 'Column')}(`, parts, { indent: '    ' });
  });
  const options = tableOptions(table, writer).map(([option, value]) => `${option}=${value}`);
  const parts = [
    pythonText(nameOf(table)),
    'Base.metadata',
    ...columns,
    ...constraintsOf(draft),
    ...options,
  ];
  const lines = parts.map((part) => `    ${part},\n`).join('');
  const comment = pythonComment(documentation(draft));
  return [...comment, `${name} = ${use(writer, 'Table')}(\n${lines})`];
}

function noteClassName({ entity: { table }, name }: AlchemyTable, { notes }: AlchemyWriter): void {
  if (lostName(name, table.name).length > 0)
    notes.warn(table.name, 'it is called {} in Python', name);
}

/** The class of a table, or the table itself where it has no primary key. */
export function writeTable(table: AlchemyTable, writer: AlchemyWriter): string[] {
  const properties = table.entity.fields.flatMap(({ property }) => property ?? []);
  const key = primaryKeyOf(properties);
  const inOrder = properties.filter(({ primaryKey }) => primaryKey);
  const unique = properties.filter((property) => property.unique);
  const referring = table.foreignKeys.flatMap(({ columns }) => columns);
  const draft: Draft = {
    ...table,
    writer,
    key,
    isOrdered: inOrder.every((column, position) => key[position] === column),
    compared: new Set([...key, ...unique, ...referring]),
  };
  for (const field of table.entity.fields) noteRules(field, writer);
  noteClassName(table, writer);
  if (key.length > 0) return classOf(draft);
  writer.notes.warn(
    table.entity.table.name,
    'it has no primary key, so it is a Table and no class',
  );
  return plainTable(draft);
}
