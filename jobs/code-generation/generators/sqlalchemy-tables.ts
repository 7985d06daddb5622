import type {
  ContractProperty,
  ContractTable,
} from '../../../domain/standards/odcs/contract-model.ts';
import type { ForeignKey } from '../../../domain/standards/odcs/relationships.ts';
import { plainLines } from '../shapes/documentation.ts';
import { boundNames, numberLimitsOf, openConstraints } from '../shapes/limits.ts';
import { createPythonScope, memberNames } from '../shapes/python-names.ts';
import {
  docstring,
  pythonCall,
  pythonComment,
  pythonNumber,
  pythonText,
  pythonValue,
} from '../shapes/python-text.ts';
import type { Entity, Field } from '../shapes/shape.ts';
import { typedValuesOf } from '../shapes/typed-values.ts';
import { primaryKeyOf } from './sqlalchemy-keys.ts';
import { typeOfColumn } from './sqlalchemy-types.ts';
import type { AlchemyType, AlchemyWriter } from './sqlalchemy-types.ts';

/** Members of declarative classes, and names that the module needs. */
export const alchemyNames =
  'Any Base BigInteger Boolean CheckConstraint Column Date DateTime DeclarativeBase Double Float ForeignKeyConstraint ' +
  'Integer JSON LargeBinary Mapped Numeric PrimaryKeyConstraint SmallInteger String Table Text Time Uuid ARRAY JSONB ' +
  'column declarative_base mapped_column metadata registry type_annotation_map query';

export type AlchemyTable = {
  entity: Entity;
  /** Of the class or variable. */
  name: string;
  foreignKeys: readonly ForeignKey[];
  cyclic: ReadonlySet<ForeignKey>;
};

type Draft = AlchemyTable & {
  writer: AlchemyWriter;
  key: readonly ContractProperty[];
  /** Whether the columns of the key stand in its order. */
  isOrdered: boolean;
  /** Columns that are keys, unique or refer to another table. */
  compared: ReadonlySet<ContractProperty | undefined>;
};

const use = ({ imports }: AlchemyWriter, name: string): string => imports.use('sqlalchemy', name);

const names = (columns: readonly { physicalName: string }[]): string =>
  `[${columns.map(({ physicalName }) => pythonText(physicalName)).join(', ')}]`;

function foreignKeyCall(key: ForeignKey, { writer, cyclic, foreignKeys, name }: Draft): string {
  const targets = key.targetColumns.map(({ physicalName }) =>
    pythonText(`${key.targetTable.physicalName}.${physicalName}`),
  );
  const later = cyclic.has(key)
    ? [
        `name=${pythonText(`fk_${name.toLowerCase()}_${foreignKeys.indexOf(key) + 1}`)}`,
        'use_alter=True',
      ]
    : [];
  const parts = [names(key.columns), `[${targets.join(', ')}]`, ...later];
  return `${use(writer, 'ForeignKeyConstraint')}(${parts.join(', ')})`;
}

const operators = { minimum: '>=', maximum: '<=', exclusiveMinimum: '>', exclusiveMaximum: '<' };

const isNumber = ({ shape }: Field): boolean =>
  ['integer', 'float', 'decimal'].includes(shape.kind);

/** Conditions on the values of one column, as expressions: names and texts are written by SQLAlchemy. */
function checksOf(field: Field, { writer }: Draft): string[] {
  const isPlain = isNumber(field) || (field.shape.kind === 'text' && !field.shape.isUuid);
  if (!isPlain) return [];
  const column = `${use(writer, 'column')}(${pythonText(field.name)})`;
  const values = typedValuesOf(field, writer.notes);
  const limits = isNumber(field) ? numberLimitsOf(field.property) : {};
  const bounds = boundNames.flatMap((name) => {
    const bound = limits[name];
    return bound === undefined ? [] : [`${column} ${operators[name]} ${pythonNumber(bound)}`];
  });
  const list = values ? [`${column}.in_(${pythonValue(values)})`] : [];
  return [...list, ...bounds].map((condition) => `${use(writer, 'CheckConstraint')}(${condition})`);
}

function constraintsOf(draft: Draft): string[] {
  const { entity, foreignKeys, key, isOrdered, writer } = draft;
  const columns = key.map(({ physicalName }) => pythonText(physicalName)).join(', ');
  const primary = isOrdered ? [] : [`${use(writer, 'PrimaryKeyConstraint')}(${columns})`];
  return [
    ...primary,
    ...foreignKeys.map((foreignKey) => foreignKeyCall(foreignKey, draft)),
    ...entity.fields.flatMap((field) => checksOf(field, draft)),
  ];
}

function tableOptions({ description, businessName, tags }: ContractTable): [string, string][] {
  const comment = description ?? businessName;
  return [
    ...(comment === undefined ? [] : [['comment', pythonText(comment)] as [string, string]]),
    ...(tags.length === 0 ? [] : [['info', pythonValue({ tags })] as [string, string]]),
  ];
}

function infoOf({ property }: Field): string[] {
  const { classification, tags = [] } = property ?? {};
  const info = {
    ...(classification !== undefined && { classification }),
    ...(tags.length > 0 && { tags }),
  };
  return Object.keys(info).length === 0 ? [] : [`info=${pythonValue(info)}`];
}

/** Whole numbers get no values of their own, unless the platform's type says so. */
function generates({ property }: Field): boolean {
  return /serial|identity|auto_?increment/i.test(property?.physicalType ?? '');
}

function keyArguments(field: Field, isOrdered: boolean): string[] {
  const isWhole = field.shape.kind === 'integer';
  return [
    ...(isOrdered ? ['primary_key=True'] : []),
    ...(isWhole && !generates(field) ? ['autoincrement=False'] : []),
  ];
}

function columnArguments(field: Field, { column }: AlchemyType, draft: Draft): string[] {
  const { property, required } = field;
  const comment = property?.description ?? property?.businessName;
  const unique = property?.unique === true ? ['unique=True'] : [];
  return [
    column,
    ...(property?.primaryKey === true
      ? keyArguments(field, draft.isOrdered)
      : [...unique, `nullable=${required ? 'False' : 'True'}`]),
    ...(comment === undefined ? [] : [`comment=${pythonText(comment)}`]),
    ...infoOf(field),
  ];
}

const typeOfField = (field: Field, { writer, compared }: Draft): AlchemyType =>
  typeOfColumn(field, { writer, isKey: compared.has(field.property) });

const everywhere = ['primary', 'unique', 'references', 'maxLength'];
const ofNumbers = new Set([...everywhere, ...boundNames]);
const ofOthers = new Set(everywhere);

function noteRules({ entity, writer }: Draft): void {
  for (const field of entity.fields) {
    const open = openConstraints(field, isNumber(field) ? ofNumbers : ofOthers);
    if (open.length > 0)
      writer.notes.add(field.path, `SQLAlchemy has no place for ${open.join(', ')}`);
  }
}

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

/** A tuple, whose last entry may be a dictionary; a dictionary alone stands for itself. */
function argumentsOfTable(draft: Draft): string[] {
  const options = tableOptions(draft.entity.table).map(
    ([name, value]) => `${pythonText(name)}: ${value}`,
  );
  const dictionary = options.length > 0 ? [`{${options.join(', ')}}`] : [];
  const constraints = constraintsOf(draft);
  const before = '__table_args__ = ';
  if (constraints.length === 0) return dictionary.map((text) => `    ${before}${text}`);
  const entries = [...constraints, ...dictionary].map((entry) => `        ${entry},\n`);
  return [`    ${before}(\n${entries.join('')}    )`];
}

/** A class for a table with a primary key. */
function classOf(draft: Draft): string[] {
  const { entity, name } = draft;
  const { table, fields } = entity;
  const scope = createPythonScope(alchemyNames);
  const members = memberNames(
    fields.map((field) => field.name),
    scope,
  );
  const written = fields.map((field, position) =>
    classMember(field, members[position] ?? '', draft),
  );
  const doc = docstring(plainLines(table.description ?? table.businessName), '    ');
  return [
    `class ${name}(Base):`,
    ...doc,
    ...(doc.length > 0 ? [''] : []),
    `    __tablename__ = ${pythonText(table.physicalName)}`,
    ...argumentsOfTable(draft),
    '',
    ...written,
  ];
}

/** A table without a primary key has no class: nothing tells its rows apart. */
function plainTable(draft: Draft): string[] {
  const { entity, name, writer } = draft;
  const { table, fields } = entity;
  const columns = fields.map((field) => {
    const parts = [
      pythonText(field.name),
      ...columnArguments(field, typeOfField(field, draft), draft),
    ];
    return pythonCall(`${use(writer, 'Column')}(`, parts, { indent: '    ' });
  });
  const options = tableOptions(table).map(([option, value]) => `${option}=${value}`);
  const parts = [
    pythonText(table.physicalName),
    'Base.metadata',
    ...columns,
    ...constraintsOf(draft),
    ...options,
  ];
  const lines = parts.map((part) => `    ${part},\n`).join('');
  const comment = pythonComment(plainLines(table.description ?? table.businessName));
  return [...comment, `${name} = ${use(writer, 'Table')}(\n${lines})`];
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
  noteRules(draft);
  if (key.length > 0) return classOf(draft);
  writer.notes.add(table.entity.table.name, 'it has no primary key, so it is a Table and no class');
  return plainTable(draft);
}
