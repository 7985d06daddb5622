import type { TypeDialect } from '../../../../domain/dialects/dialect.ts';
import type { ContractModel } from '../../../../domain/standards/odcs/contract-model.ts';
import type { GeneratedFile } from '../../../../jobs/code-generation/generator.ts';
import { sqlalchemy } from '../../../../jobs/code-generation/generators/sqlalchemy/generator.ts';
import { contractOf, describeWithShared, recordedContracts, withWarnings } from '../contracts.ts';
import { describeWith, pythonWithSqlalchemy, runPython } from './python.ts';
import type { PythonAnswer, PythonJob } from './python.ts';

/** Those that come with SQLAlchemy. */
const ownDialects = ['postgres', 'mysql', 'sqlserver', 'oracle'] as const;

function fileOf(contract: ContractModel, dialect: TypeDialect, compat?: 'v1'): GeneratedFile {
  const [server] = contract.servers;
  const [file] = withWarnings(sqlalchemy.generate(contract, { dialect, server, compat }));
  if (file === undefined) throw new Error('no file');
  return file;
}

const tableOf = (...properties: object[]): ContractModel =>
  contractOf([{ name: 'orders', properties }]);

const columnOf = (dialect: TypeDialect, property: object, compat?: 'v1'): string =>
  fileOf(tableOf({ name: 'field', ...property }), dialect, compat).content;

const notesOf = (dialect: TypeDialect, ...properties: object[]): readonly string[] =>
  fileOf(tableOf(...properties), dialect).metadata.notes.filter(
    (note) => !note.startsWith('orders: '),
  );

const properties = [
  { name: 'id', logicalType: 'string', primaryKey: true },
  { name: 'code', physicalType: 'bytea', unique: true },
  { name: 'first_name', logicalType: 'string', enum: [{ value: 'a' }, { value: "o'b" }] },
  { name: 'FIRST_NAME', logicalType: 'string', unique: true },
  { name: 'size😀', logicalType: 'integer', logicalTypeOptions: { format: 'u8' } },
  { name: 'what', logicalType: 'object', properties: [{ name: 'x', logicalType: 'string' }] },
  { name: 'names', logicalType: 'array', items: { logicalType: 'string' } },
  { name: 'any', physicalType: 'json' },
  { name: 'hour', logicalType: 'time' },
  { name: 'at', logicalType: 'timestamp' },
  { name: 'moment', logicalType: 'timestamp', logicalTypeOptions: { timezone: true } },
  { name: 'exact', logicalType: 'number', physicalType: 'decimal(50,20)' },
  { name: 'huge', logicalType: 'integer', logicalTypeOptions: { format: 'i128' } },
  { name: 'amount', logicalType: 'number', physicalType: 'decimal' },
  { name: 'rate', logicalType: 'number' },
  { name: 'small', logicalType: 'number', logicalTypeOptions: { format: 'f32', minimum: 0 } },
  { name: 'blob', physicalType: 'binary' },
  { name: 'day', logicalType: 'date', enum: [{ value: '2024-01-31' }] },
  { name: 'flag', logicalType: 'boolean', enum: [{ value: true }] },
  { name: 'key', physicalType: 'uuid' },
];

const many = tableOf(...properties);

const ofMany = (name: string): object =>
  properties.find((property) => property.name === name) ?? {};

describe('SQLAlchemy for platforms', () => {
  it.each<[TypeDialect, object, string]>([
    ['oracle', { logicalType: 'object' }, 'Text, nullable=True'],
    ['snowflake', { logicalType: 'object' }, 'Text, nullable=True'],
    ['trino', { logicalType: 'object' }, 'JSON, nullable=True'],
    ['oracle', { logicalType: 'time' }, 'String(21), nullable=True'],
    ['oracle', { logicalType: 'timestamp' }, 'TIMESTAMP(timezone=True), nullable=True'],
    ['oracle', { physicalType: 'decimal(50,20)' }, 'Numeric(38, 8), nullable=True'],
    ['sqlserver', { physicalType: 'decimal(50,20)' }, 'Numeric(38, 8), nullable=True'],
    ['bigquery', { physicalType: 'decimal(50,20)' }, 'Numeric(50, 20), nullable=True'],
    [
      'trino',
      { logicalType: 'integer', logicalTypeOptions: { format: 'i128' } },
      'Numeric(38, 0), nullable=True',
    ],
    [
      'postgres',
      { logicalType: 'integer', logicalTypeOptions: { format: 'i128' } },
      'Numeric(78, 0), nullable=True',
    ],
    [
      'postgres',
      { logicalType: 'string', logicalTypeOptions: { format: 'binary' } },
      'String, nullable=True',
    ],
    ['mysql', { physicalType: 'bytea' }, 'LONGBLOB, nullable=True'],
    ['mysql', { logicalType: 'timestamp' }, 'DATETIME(fsp=6), nullable=True'],
    ['mysql', { physicalType: 'datetime(3)' }, 'DATETIME(fsp=3), nullable=True'],
    ['mysql', { logicalType: 'time' }, 'TIME(fsp=6), nullable=True'],
    ['mysql', { physicalType: 'numeric' }, 'Numeric(38, 9), nullable=True'],
    ['postgres', { physicalType: 'numeric' }, 'Numeric, nullable=True'],
    ['sqlserver', { logicalType: 'timestamp' }, 'DateTime(timezone=True), nullable=True'],
    ['postgres', { logicalType: 'timestamp' }, 'DateTime(timezone=True), nullable=True'],
    ['duckdb', { logicalType: 'timestamp' }, 'DateTime(timezone=True), nullable=True'],
    ['trino', { logicalType: 'timestamp' }, 'DateTime(timezone=True), nullable=True'],
    [
      'postgres',
      { logicalType: 'timestamp', logicalTypeOptions: { timezone: false } },
      'DateTime, nullable=True',
    ],
    ['sqlserver', { physicalType: 'datetime2' }, 'DATETIME2, nullable=True'],
    ['bigquery', { physicalType: 'timestamp' }, 'TIMESTAMP, nullable=True'],
    ['postgres', { physicalType: 'timestamp' }, 'DateTime, nullable=True'],
  ])('writes for %s %j', (dialect, property, expected) => {
    expect(columnOf(dialect, property)).toContain(expected);
  });

  it('says what platforms do not keep', () => {
    expect(
      notesOf('oracle', ...['what', 'hour', 'exact', 'huge'].map((name) => ofMany(name))),
    ).toEqual([
      'orders.what: SQLAlchemy cannot declare JSON for Oracle, so it is a text.',
      'orders.what: what is inside of it is not described, it is a text.',
      'orders.hour: Oracle has no type for times of a day, so it is a text.',
      'orders.exact: 50 digits with 20 of them behind the point are cut to 38 with 8, as Oracle keeps no more.',
      'orders.huge: 39 digits with 0 of them behind the point are cut to 38 with 0, as Oracle keeps no more.',
    ]);
    expect(notesOf('mysql', ...['code', 'amount', 'moment'].map((name) => ofMany(name)))).toEqual([
      'orders.code: keys need a length, so it is given 255 bytes.',
      'orders.amount: it has no usable precision, so 38 digits with 9 of them behind the point are assumed.',
      'orders.moment: it is declared without its zone for MySQL and MariaDB.',
    ]);
  });

  it('puts tables into the schema of their name, else into that of the server', () => {
    const schema = [
      {
        name: 'pay',
        physicalName: 'fin.pay',
        properties: [{ name: 'id', logicalType: 'string', primaryKey: true }],
      },
      {
        name: 'orders',
        physicalType: 'view',
        properties: [
          { name: 'id', logicalType: 'string', primaryKey: true },
          { name: 'pay', logicalType: 'string', relationships: [{ to: 'pay.id' }] },
        ],
      },
    ];
    const plain = contractOf(schema);
    const [ownPlace, ofServer] = (['postgres', 'snowflake'] as const).map((type) => {
      const server = { server: 'it', type, database: 'shop', schema: 'sales' };
      const servers = type === 'postgres' ? [] : [server];
      return fileOf({ ...plain, servers }, type);
    });
    expect(ownPlace?.content).toContain('__tablename__ = "pay"');
    expect(ownPlace?.content).toContain('__table_args__ = {"schema": "fin"}');
    expect(ownPlace?.content).toContain('ForeignKeyConstraint(["pay"], ["fin.pay.id"])');
    expect(ownPlace?.metadata.notes).toEqual(['orders: it is a view, written as a table.']);
    expect(ofServer?.content).toContain('{"schema": "shop.fin"}');
    expect(ofServer?.content).toContain('["shop.fin.pay.id"]');
    expect(ofServer?.content).toContain('{"schema": "shop.sales"}');
  });

  it('leaves objects without properties out', () => {
    const contract = contractOf([
      { name: 'empty' },
      {
        name: 'orders',
        properties: [{ name: 'id', logicalType: 'string', relationships: [{ to: 'empty.id' }] }],
      },
    ]);
    const { content, metadata } = fileOf(contract, 'mysql');
    expect(content).not.toContain('"empty"');
    expect(metadata.notes[0]).toBe('empty: has no properties; left out.');
  });

  it('leads no key to a column of another type', () => {
    const contract = contractOf([
      { name: 'parent', properties: [{ name: 'id', logicalType: 'integer', primaryKey: true }] },
      {
        name: 'child',
        properties: [
          { name: 'text', logicalType: 'string', relationships: [{ to: 'parent.id' }] },
          {
            name: 'small',
            logicalType: 'integer',
            physicalType: 'smallint',
            relationships: [{ to: 'parent.id' }],
          },
          { name: 'fits', logicalType: 'integer', relationships: [{ to: 'parent.id' }] },
        ],
      },
    ]);
    const keysIn = (dialect: TypeDialect): string[] =>
      [...fileOf(contract, dialect).content.matchAll(/KeyConstraint\(\["(\w+)"\]/g)].map(
        ([, name = '']) => name,
      );
    expect(keysIn('postgres')).toEqual(['small', 'fits']);
    expect(keysIn('mysql')).toEqual(['fits']);
    expect(fileOf(contract, 'mysql').metadata.notes).toEqual([
      'child.text: the relationship to parent is left out: the types differ: varchar(255) and bigint.',
      'child.small: the relationship to parent is left out: the types differ: smallint and bigint.',
      'child: it has no primary key, so it is a Table and no class.',
    ]);
  });

  it('gives columns names that the platform tells apart', () => {
    const contract = contractOf([
      {
        name: 'orders',
        properties: [
          { name: 'id', logicalType: 'integer', primaryKey: true },
          { name: 'ID', logicalType: 'integer', relationships: [{ to: 'orders.id' }] },
          { name: 'size😀', logicalType: 'integer', logicalTypeOptions: { minimum: 1 } },
        ],
      },
    ]);
    const { content, metadata } = fileOf(contract, 'mysql');
    expect(content).toContain('ForeignKeyConstraint(["ID_2"], ["orders.id"])');
    expect(content).toContain('CheckConstraint(column("size_") >= 1)');
    expect(metadata.notes).toEqual(['orders.ID (ID_2), orders.size😀 (size_): is called … here.']);
    expect(fileOf(contract, 'postgres').content).toContain('["ID"], ["orders.id"]');
  });

  it('checks allowed values of dates, and says which values are not checked', () => {
    const names = ['day', 'flag', 'first_name'].map((name) => ofMany(name));
    expect(fileOf(tableOf(...names), 'postgres').content).toContain(
      'CheckConstraint(column("day").in_(["2024-01-31"]))',
    );
    expect(notesOf('postgres', ...names)).toEqual([
      'orders.flag: what is not checked: allowed values.',
    ]);
    expect(notesOf('oracle', ...names)).toEqual([
      'orders.day, orders.flag: what is not checked: allowed values.',
    ]);
    expect(notesOf('snowflake', ...names).map((note) => note.split(':')[0])).toEqual([
      'orders.day, orders.flag, orders.first_name',
    ]);
    for (const kind of ['uuid', 'bytea', 'timestamp'])
      expect(
        notesOf('postgres', { name: 'a', physicalType: kind, enum: [{ value: 'x' }] }),
      ).toEqual(['orders.a: what is not checked: allowed values.']);
  });

  it('says which rules of formats and of what is inside are left out, and keeps their words', () => {
    const items = {
      logicalType: 'string',
      description: 'One of them',
      classification: 'internal',
      tags: ['pii'],
      enum: [{ value: 'a', label: 'First' }],
      logicalTypeOptions: { pattern: '^a', format: 'hostname' },
    };
    const { content, metadata } = fileOf(
      tableOf(
        {
          name: 'id',
          logicalType: 'integer',
          primaryKey: true,
          logicalTypeOptions: { format: 'i8' },
        },
        { name: 'mail', logicalType: 'string', logicalTypeOptions: { format: 'email' } },
        { name: 'lists', logicalType: 'array', items, deprecated: true },
        {
          name: 'vec',
          logicalType: 'vector',
          logicalTypeOptions: { dimensions: 3, distanceMetric: 'cosine', embeddingModel: 'm' },
        },
      ),
      'postgres',
    );
    expect(metadata.notes).toEqual([
      'orders.mail (format email), orders.vec (3 dimensions, distance metric cosine, embedding model m): SQLAlchemy has no place for ….',
      'orders.lists: what is inside has rules that the column does not carry: allowed values, pattern, format.',
    ]);
    expect(content).toContain('column("id") >= -128');
    expect(content).toContain('column("id") <= 127');
    expect(content).toContain('info={"format": "email"}');
    expect(content).toContain('"deprecated": True');
    expect(content).toContain(
      '"items": {"comment": "One of them", "format": "hostname", "allowedValues": ["a"], "labels": {"a": "First"}, ' +
        '"constraints": ["pattern ^a"], "classification": "internal", "tags": ["pii"]}',
    );
    expect(content).toContain('"dimensions": 3, "distanceMetric": "cosine", "embeddingModel": "m"');
  });

  it('keeps names that Python cannot have, and says what is computed', () => {
    const contract = contractOf(
      [
        {
          name: '日本',
          deprecated: true,
          properties: [
            { name: 'class', logicalType: 'integer', primaryKey: true },
            { name: 'größe', logicalType: 'integer' },
            { name: 'total', logicalType: 'number', semanticType: 'measure' },
          ],
        },
      ],
      { name: '日本語', id: 'shop', tags: ['core'] },
    );
    const { filename, content, metadata } = fileOf(contract, 'postgres');
    expect(filename).toBe('shop_tables.py');
    expect(content).toContain('Tags: core\n"""');
    expect(content).toContain('    """Name in the contract: 日本"""');
    expect(content).toContain('"info": {"deprecated": True}');
    expect([...metadata.notes].sort()).toEqual([
      '日本: it is called Table_ in Python.',
      '日本: members have other names: class_ (class), grosse (größe).',
      '日本: what is computed of its columns is left out: total.',
    ]);
  });
});

const jobsOf = (contract: ContractModel, compat?: 'v1'): PythonJob[] =>
  ownDialects.map((dialect) => ({
    source: fileOf(contract, dialect, compat).content,
    task: 'sqlalchemy_task',
    dialect,
  }));

for (const [version, compat] of [
  [2, undefined],
  [2, 'v1'],
  [1, 'v1'],
] as const) {
  describeWith(pythonWithSqlalchemy(version), `no SQLAlchemy ${version} here`, {
    title: `SQLAlchemy ${version} writes tables (${compat ?? 'v2'})`,
    body: (python) => {
      it('that platforms take', () => {
        const answers = runPython(python, jobsOf(many, compat));
        const [postgres, mysql, sqlserver, oracle] = answers.map(created);
        expect(postgres).toContain('NUMERIC(50, 20)');
        for (const type of [
          'LONGBLOB',
          'DATETIME(6)',
          'TIME(6)',
          'VARBINARY(255)',
          '`FIRST_NAME_2`',
        ])
          expect(mysql).toContain(type);
        expect(mysql).toMatch(/amount NUMERIC\(38, 9\)/);
        expect(sqlserver).toMatch(/\[?at\]? DATETIMEOFFSET NULL/);
        expect(sqlserver).toMatch(/exact\]? NUMERIC\(38, 8\)/);
        expect(oracle).not.toMatch(/JSON|\bTIME\b(?! ZONE)|NUMERIC\((?:39|[4-9]\d),/);
        for (const type of ['RAW(255)', 'TIMESTAMP WITH TIME ZONE', 'BINARY_DOUBLE'])
          expect(oracle).toContain(type);
      });

      it('whose keys get no numbers of their own', () => {
        const types = [
          { logicalType: 'integer' },
          { logicalType: 'integer', physicalType: 'NUMBER(38,0)' },
          { logicalType: 'number', physicalType: 'decimal(20,0)' },
          { logicalType: 'number', physicalType: 'double' },
        ];
        for (const type of types) {
          const contract = tableOf({ name: 'id', ...type, primaryKey: true });
          const texts = runPython(python, jobsOf(contract, compat)).map(created);
          for (const sql of texts) expect(sql).not.toMatch(/SERIAL|AUTO_INCREMENT|IDENTITY/i);
        }
      });

      describeWithShared('of recorded contracts', () => {
        it('for every platform that comes with it', () => {
          const known = recordedContracts();
          const jobs = known.flatMap(({ contract }) => jobsOf(contract, compat));
          const failed = runPython(python, jobs).flatMap(({ error, trace }, position) =>
            error === undefined ? [] : [{ error, trace, dialect: jobs[position]?.['dialect'] }],
          );
          expect(failed.slice(0, 3)).toEqual([]);
          expect(jobs.length).toBeGreaterThan(100);
        });
      });
    },
  });
}

function created(answer: PythonAnswer): string {
  expect({ error: answer.error, trace: answer.trace }).toEqual({});
  return (answer['created'] as string[]).join('\n');
}
