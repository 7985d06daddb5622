import type { Source, SourceRow, SourceTable } from '../../../connectors/connector.ts';
import type { Expectation, PlannedCheck } from '../../../jobs/contract-tests/plan/planned-check.ts';
import { runPlannedChecks } from '../../../jobs/contract-tests/run-checks.ts';
import type { ContractTestOutcome } from '../../../domain/contract-tests/outcome.ts';
import { modelOf, postgresServer } from './build-contract.ts';

type FakeOptions = {
  concurrency?: number;
  /** By name; every table of the contract has columns `a` and `b` when left out. */
  tables?: Record<string, Partial<SourceTable>>;
  /** The answer to a statement; what it throws is what the source says. */
  answer?: (sql: string) => SourceRow[] | Promise<SourceRow[]>;
};

/** A source that answers by a function, to see which statements are made and when. */
export type FakeSource = Source & {
  statements: string[];
  described: number;
  closed: number;
  /** The most statements that ran at one time. */
  most: number;
};

/** What the statement asks for, each a zero. */
const zeroes = (sql: string): SourceRow =>
  Object.fromEntries([...sql.matchAll(/ as "([a-z_0-9]+)"/g)].map(([, name = '']) => [name, 0]));

export function createFakeSource({
  concurrency = 1,
  tables = {},
  answer,
}: FakeOptions = {}): FakeSource {
  let running = 0;
  const source: FakeSource = {
    dialect: 'postgres',
    concurrency,
    absence: 'it does not exist',
    statements: [],
    described: 0,
    closed: 0,
    most: 0,
    async describe(names) {
      source.described += 1;
      return new Map(
        names.map((name) => [
          name,
          {
            relation: name,
            columns: ['a', 'b'].map((column) => ({ name: column, type: 'text' })),
            cells: 'typed' as const,
            ...tables[name],
          },
        ]),
      );
    },
    async query(sql) {
      source.statements.push(sql);
      running += 1;
      source.most = Math.max(source.most, running);
      try {
        // A turn of the event loop, so that statements can meet.
        await new Promise(setImmediate);
        const rows = (await answer?.(sql)) ?? [{}];
        return rows.map((row) => ({ ...zeroes(sql), ...row }));
      } finally {
        running -= 1;
      }
    },
    queryRule: (sql) => source.query(sql),
    async close() {
      source.closed += 1;
    },
  };
  return source;
}

type Wish = { table?: number; expectation: Expectation; severity?: string };

const planned = ({ table = 0, expectation, severity }: Wish, index: number): PlannedCheck => ({
  key: `check_${index}`,
  category: 'quality',
  type: expectation.kind,
  name: `check ${index}`,
  model: `t${table}`,
  field: undefined,
  severity,
  dimension: 'conformity',
  qualityReference: undefined,
  tags: [],
  tableIndex: table,
  expectation,
});

/** Runs checks on tables `t0`, `t1` … of a fake source; their keys are `check_0`, `check_1` … */
export async function runOn(
  source: Source,
  wishes: readonly Wish[],
  signal = new AbortController().signal,
): Promise<ContractTestOutcome> {
  const last = Math.max(0, ...wishes.map(({ table = 0 }) => table));
  const schema = Array.from({ length: last + 1 }, (_each, index) => ({
    name: `t${index}`,
    properties: [{ name: 'a' }, { name: 'b' }],
  }));
  const model = modelOf(...schema);
  const test = { model, server: postgresServer, open: async () => source, signal };
  return runPlannedChecks(test, wishes.map(planned));
}

const a = { name: 'a', logicalType: 'string' } as const;

/** Some checks of column `a`. */
export const wish = {
  notMissing: { kind: 'rows', column: a, rule: { kind: 'not-missing' } },
  pattern: (pattern: string): Expectation => ({
    kind: 'rows',
    column: a,
    rule: { kind: 'pattern', pattern },
  }),
  minLength: (length: number): Expectation => ({
    kind: 'rows',
    column: a,
    rule: { kind: 'min-length', length },
  }),
  unique: { kind: 'unique', columns: [a] },
  rowCount: { kind: 'row-count', threshold: { operator: '>', value: 0 } },
} satisfies Record<string, Expectation | ((...given: never[]) => Expectation)>;
