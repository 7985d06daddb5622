import '../fuzz-seed.ts';
import * as fc from 'fast-check';
import path from 'node:path';
import type {
  ContractModel,
  ContractProperty,
} from '../../../../domain/standards/odcs/contract-model.ts';
import type { GeneratedFile } from '../../../../jobs/code-generation/generator.ts';
import { pydantic } from '../../../../jobs/code-generation/generators/pydantic/generator.ts';
import { tableDocumentation } from '../../../../jobs/code-generation/shapes/documentation.ts';
import { createNotes } from '../../../../jobs/code-generation/shapes/notes.ts';
import { shapesOf } from '../../../../jobs/code-generation/shapes/shapes-of-contract.ts';
import { expectGolden } from '../../../support/golden.ts';
import { contractOf, describeWithShared, knownContracts, withWarnings } from '../contracts.ts';
import { hostileContracts } from '../hostile/servers.ts';
import { anyPython, describeWith, pythonWithPydantic, runPython } from './python.ts';
import type { Interpreter, PythonJob } from './python.ts';
import { breachesOf, tryRowsOf } from '../rows.ts';

type Variant = undefined | 'v1';

function fileOf(contract: ContractModel, compat?: Variant): GeneratedFile {
  const [server] = contract.servers;
  const [file] = withWarnings(pydantic.generate(contract, { dialect: undefined, server, compat }));
  if (file === undefined) throw new Error('no file');
  return file;
}

const modelOf = (property: object, compat?: Variant): string => {
  const contract = contractOf([{ name: 'orders', properties: [{ name: 'field', ...property }] }]);
  return fileOf(contract, compat).content;
};

const full = contractOf(
  [
    {
      name: 'orders',
      description: 'Orders of the shop',
      tags: ['sales'],
      properties: [
        { name: 'order id', logicalType: 'string', primaryKey: true, physicalType: 'varchar(12)' },
        { name: 'class', logicalType: 'string', logicalTypeOptions: { pattern: '^[a-z]{3}$' } },
        { name: 'model_name', logicalType: 'string', enum: [{ value: 'a' }, { value: 'b' }] },
        { name: 'schema', logicalType: 'string', description: 'Say """no""" and \\' },
        {
          name: '_private',
          logicalType: 'integer',
          logicalTypeOptions: { minimum: 1, maximum: 9 },
        },
        { name: 'price', logicalType: 'number', physicalType: 'decimal(6,2)', required: true },
        { name: 'day', logicalType: 'date', logicalTypeOptions: { minimum: '2021-01-31' } },
        { name: 'code', logicalType: 'string', logicalTypeOptions: { pattern: '^(?=A)\\w+$' } },
        {
          name: 'address',
          logicalType: 'object',
          properties: [{ name: 'city', required: true, logicalType: 'string' }],
        },
        {
          name: 'lines',
          logicalType: 'array',
          logicalTypeOptions: { minItems: 1 },
          items: { logicalType: 'object', properties: [{ name: 'sku', logicalType: 'string' }] },
        },
        {
          name: 'labels',
          logicalType: 'map',
          map: {
            key: { logicalType: 'string' },
            value: { logicalType: 'integer', required: true },
          },
        },
        { name: 'id', physicalType: 'uuid', classification: 'internal' },
      ],
    },
  ],
  { description: { purpose: 'To know what is sold' } },
);

describe('Pydantic', () => {
  it('has one module with a class for each table', () => {
    const { filename, content } = fileOf(full);
    expect(filename).toBe('orders_of_the_shop_models.py');
    expectGolden(path.join(__dirname, 'golden/pydantic-v2.py'), content);
    expectGolden(path.join(__dirname, 'golden/pydantic-v1.py'), fileOf(full, 'v1').content);
  });

  it.each([
    [{ logicalType: 'string', required: true }, 'field: str'],
    [{ logicalType: 'string' }, 'field: str | None = None'],
    [
      { logicalType: 'integer', logicalTypeOptions: { exclusiveMinimum: 0.5, multipleOf: 2 } },
      'field: Annotated[int, Field(gt=0, multiple_of=2)] | None = None',
    ],
    [
      { logicalType: 'integer', logicalTypeOptions: { format: 'u64' } },
      'field: Annotated[int, Field(ge=0, le=18446744073709551615)] | None = None',
    ],
    [
      { logicalType: 'number', logicalTypeOptions: { minimum: 0, maximum: 1e21 } },
      'field: Annotated[float, Field(ge=0, le=1000000000000000000000)] | None = None',
    ],
    [
      { logicalType: 'string', logicalTypeOptions: { format: 'ipv4' } },
      'field: IPv4Address | None = None',
    ],
    [
      { logicalType: 'string', logicalTypeOptions: { format: 'uri' } },
      'field: AnyUrl | None = None',
    ],
    [
      { logicalType: 'array', items: { logicalType: 'string' } },
      'field: list[str | None] | None = None',
    ],
    [
      { logicalType: 'vector', logicalTypeOptions: { dimensions: 3 } },
      'field: Annotated[list[float], Field(min_length=3, max_length=3)] | None = None',
    ],
    [{ logicalType: 'boolean', enum: [{ value: true }] }, 'field: Literal[True] | None = None'],
    [{ logicalType: 'object' }, 'field: dict[str, Any] | None = None'],
    [
      { logicalType: 'string', logicalTypeOptions: { pattern: String.raw`^\d+\-\w$` } },
      'field: Annotated[str, Field(pattern="^[0-9]+-[0-9A-Za-z_]$")] | None = None',
    ],
  ])('writes %j', (property, expected) => {
    expect(modelOf(property)).toContain(`\n    ${expected}\n`);
  });

  it('tells what is not checked', () => {
    const contract = contractOf([
      {
        name: 'orders',
        quality: [{ type: 'library', metric: 'rowCount', mustBeGreaterThan: 0 }],
        properties: [
          {
            name: 'at',
            logicalType: 'timestamp',
            logicalTypeOptions: { minimum: '2021-01-01T00:00:00Z' },
          },
          { name: 'behind', logicalType: 'string', logicalTypeOptions: { pattern: '(?<=a)b' } },
          {
            name: 'id',
            logicalType: 'string',
            unique: true,
            logicalTypeOptions: { format: 'uuid', minLength: 3 },
          },
          { name: 'rate', logicalType: 'number', enum: [{ value: 0.5 }] },
          {
            name: 'lists',
            logicalType: 'array',
            items: { logicalType: 'string' },
            logicalTypeOptions: { uniqueItems: true },
          },
        ],
      },
    ]);
    expect([...fileOf(contract).metadata.notes].sort()).toEqual([
      'orders.id: keys, uniqueness and references are kept in its JSON Schema but not checked.',
      'orders.rate: pydantic has no literals of its type, so its allowed values are left out.',
      'orders: pydantic does not check pattern of behind; minLength of id; uniqueItems of lists.',
    ]);
  });
});

/** Rows that keep to each table of a contract, and rows that break it. */
function rowsFor(
  contract: ContractModel,
  classes: readonly string[],
): { className: string; row: unknown; breach: string | undefined }[] {
  const [server] = contract.servers;
  const entities = shapesOf(contract, { server, of: 'rows', notes: createNotes() });
  return entities.flatMap(({ fields }, position) => {
    const rows = tryRowsOf(fields, server);
    const className = classes[position];
    if (rows === undefined || className === undefined) return [];
    return fc.sample(rows, { numRuns: 3, seed: 42 }).flatMap((row) => [
      { className, row, breach: undefined },
      ...breachesOf(row, fields, server).map(({ kind, path, row: broken }) => ({
        className,
        row: broken,
        breach: `${kind} of ${path}`,
      })),
    ]);
  });
}

/** Classes of tables in their order: nobody else uses them. */
function tableClasses(content: string): string[] {
  const names = [...content.matchAll(/^class (\w+)\(BaseModel\):$/gm)].map(([, name = '']) => name);
  return names.filter((name) => !new RegExp(`[:\\[] ?(?:Optional\\[)?${name}\\b`).test(content));
}

function useRows(python: Interpreter, compat: Variant): void {
  const tally = { modules: 0, accepted: 0, rejected: 0 };
  const wrong: unknown[] = [];
  const known = knownContracts();
  const cases = known.map(({ name, contract }) => {
    const { content } = fileOf(contract, compat);
    const classes = tableClasses(content);
    const rows = classes.length === contract.tables.length ? rowsFor(contract, classes) : [];
    return { name, rows, source: content };
  });
  const jobs = cases.map(({ source, rows }): PythonJob => ({
    source,
    task: 'pydantic',
    rows: rows.map(({ className, row }) => [className, row]),
  }));
  for (const [position, answer] of runPython(python, jobs).entries()) {
    const { name, rows, source } = cases[position] ?? { name: '', rows: [], source: '' };
    if (answer.error !== undefined)
      wrong.push({ name, error: answer.error, trace: answer.trace, source: source.slice(0, 3000) });
    else tally.modules += 1;
    for (const [at, verdict] of (answer.verdicts ?? []).entries()) {
      const { breach, row, className } = rows[at] ?? {};
      const isRight = (breach === undefined) === (verdict === null);
      if (!isRight) wrong.push({ name, className, row, breach, verdict });
      else if (verdict === null) tally.accepted += 1;
      else tally.rejected += 1;
    }
  }
  console.log(`Pydantic ${python.libraries.pydantic}: ${JSON.stringify(tally)}`);
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(tally.modules).toBe(known.length);
  expect(tally.rejected).toBeGreaterThan(tally.accepted);
}

describeWith(anyPython, 'no python3 here', {
  title: 'Pydantic modules in Python',
  body: (python) => {
    it('compile, whatever the names and texts, and hold the texts as they were given', () => {
      const contracts = fc.sample(hostileContracts, { numRuns: 100, seed: 2026 });
      const variants = [undefined, 'v1'] as const;
      const jobs = variants.flatMap((compat) =>
        contracts.map((contract): PythonJob => ({
          source: fileOf(contract, compat).content,
          facts: true,
        })),
      );
      for (const [position, answer] of runPython(python, jobs).entries()) {
        const contract = contracts[position % contracts.length];
        expect({ ...answer, docstrings: {}, texts: [] }).toEqual({
          docstrings: {},
          texts: [],
          statements: expect.anything(),
          calls: expect.anything(),
        });
        // Modules for version 1 have a function of their own.
        const own =
          position < contracts.length ? [] : ['For', 'FunctionDef', 'If', 'Raise', 'Return'];
        const kinds = [
          'AnnAssign',
          'Assign',
          'ClassDef',
          'Expr',
          'Import',
          'ImportFrom',
          'Pass',
          ...own,
        ];
        expect(kinds).toEqual(expect.arrayContaining(answer.statements ?? []));
        for (const table of contract?.tables ?? []) {
          const doc = tableDocumentation(table).join('\n');
          if (doc.trim() !== '')
            expect(
              Object.values(answer.docstrings ?? {}).some((text) =>
                flat(text).startsWith(flat(doc)),
              ),
            ).toBe(true);
          for (const { description } of firstOfName(table.properties))
            if (description !== undefined)
              expect(answer.texts).toContain(description.replaceAll(/\p{Cs}/gu, '\uFFFD'));
        }
      }
    });

    describeWithShared('of public contracts', () => {
      it('compile', () => {
        const jobs = knownContracts().flatMap(({ contract }) =>
          [undefined, 'v1' as const].map((compat): PythonJob => ({
            source: fileOf(contract, compat).content,
          })),
        );
        expect(runPython(python, jobs).filter(({ error }) => error !== undefined)).toEqual([]);
      });
    });
  },
});

/** Of several members with one name the first counts. */
const firstOfName = (properties: readonly ContractProperty[]): ContractProperty[] =>
  properties.filter(
    ({ physicalName }, at) =>
      properties.findIndex((other) => other.physicalName === physicalName) === at,
  );

/** A docstring may begin with blanks that readers do not see. */
const flat = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim();

for (const [version, compat] of [
  [2, undefined],
  [1, 'v1'],
] as const) {
  describeWith(pythonWithPydantic(version), `no pydantic ${version} here`, {
    title: `Pydantic ${version} with generated modules`,
    body: (python) => {
      describeWithShared('of public contracts', () => {
        it('imports them, accepts rows that keep to them and rejects those that break them', () => {
          useRows(python, compat);
        });
      });

      it('reads members by their names and by those of the contract, and all kinds of patterns', () => {
        const least = { 'order id': 'A1', price: 1.5 };
        const rows: [row: object, isAccepted: boolean][] = [
          [least, true],
          [{ order_id: 'A1', price: 1.5 }, true],
          [{ ...least, code: 'Abc', class: 'abc' }, true],
          [{ ...least, code: 'bc' }, false],
          [{ ...least, code: 'Abc\n' }, false],
          [{ ...least, class: ' abc' }, false],
          [{ ...least, class: 'abc\n' }, false],
          [{ ...least, price: 12_345.5 }, false],
          [{ ...least, day: '2021-01-30' }, false],
          [{ ...least, lines: [] }, false],
          [{ ...least, address: {} }, false],
          [{ ...least, labels: { a: null } }, false],
        ];
        const source = fileOf(full, compat).content;
        const jobs: PythonJob[] = [
          { source, task: 'pydantic', rows: rows.map(([row]) => ['Orders', row]) },
        ];
        const [answer] = runPython(python, jobs);
        expect(answer?.error).toBeUndefined();
        expect(answer?.verdicts?.map((verdict) => verdict === null)).toEqual(
          rows.map(([, isAccepted]) => isAccepted),
        );
      });

      it('imports those with hostile names and texts', () => {
        const contracts = fc.sample(hostileContracts, { numRuns: 60, seed: 7 });
        const jobs = [full, ...contracts].map((contract): PythonJob => ({
          source: fileOf(contract, compat).content,
          task: 'pydantic',
        }));
        const failed = runPython(python, jobs)
          .map(({ error, trace }, position) => ({ error, trace, source: jobs[position]?.source }))
          .filter(({ error }) => error !== undefined);
        expect(failed.slice(0, 3)).toEqual([]);
      });
    },
  });
}
