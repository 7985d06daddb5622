import type { Source, SourceAccess } from '../../../../connectors/connector.ts';
import { openSource } from '../../../../connectors/open-source.ts';
import type { ContractTestOutcome } from '../../../../domain/contract-tests/outcome.ts';
import type { FakePlatform, PlatformAnswer } from '../../../support/fakes/platform.ts';
import { until } from '../../../support/until.ts';
import { runContract } from '../run-contract.ts';

type Server = Record<string, unknown> & { type: string };

/** What a worker allows in these tests: the loopback address, and these variables. */
export function accessWith(
  credentials: Record<string, string>,
  more: Partial<SourceAccess> = {},
): SourceAccess {
  return {
    allowedHosts: ['localhost'],
    allowedDataDirs: [],
    credentials,
    statementTimeoutMs: 10_000,
    ...more,
  };
}

/** Opens a server of a contract as a job does. */
export function openAt(
  server: Server,
  access: SourceAccess,
  signal: AbortSignal = new AbortController().signal,
): Promise<Source> {
  return openSource({ server: 'under-test', ...server }, access, signal);
}

/** What a promise is rejected with, as text. */
export async function rejectionOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => {
      throw new Error('nothing was rejected');
    },
    (reason: unknown) => reason,
  );
  return String(error);
}

/** What is said when the login of these variables is wrong. */
export async function refusalOf(
  server: Server,
  credentials: Record<string, string>,
): Promise<string> {
  return rejectionOf((await openAt(server, accessWith(credentials))).query('select 1'));
}

type Statements = {
  /** As messages call the platform. */
  name: string;
  platform: Omit<FakePlatform, 'stop'>;
  server: () => Server;
  credentials: Record<string, string>;
  /** What is answered while the statement runs. */
  running: (id: string) => PlatformAnswer;
};

/** Statements that nobody waits for any more are cancelled on the platform; to be called in a `describe`. */
export function itEndsStatements(about: Statements): void {
  const { name, platform, server, credentials, running } = about;
  it('ends what was aborted, and what takes too long', async () => {
    platform.answer(({ path }) => (path.endsWith('/cancel') ? { json: {} } : running('s1')));
    const controller = new AbortController();
    const source = await openAt(server(), accessWith(credentials), controller.signal);
    const query = rejectionOf(source.query('select 1'));
    await until('it runs', () => platform.requests.length > 1);
    controller.abort(new Error('cancelled'));
    expect(await query).toBe('Error: cancelled');
    const cancelled = (): number =>
      platform.requests.filter(({ path }) => path.endsWith('/s1/cancel')).length;
    expect(cancelled()).toBe(1);
    const hurried = await openAt(server(), accessWith(credentials, { statementTimeoutMs: 2_000 }));
    const said = await rejectionOf(hurried.query('select 1'));
    expect(said).toContain(`TimeoutError: ${name} did not`);
    expect(cancelled()).toBe(2);
  });
}

/** A table of an answer, values as texts. */
export type Answered = { columns: string[]; rows: string[][] };

/** One row for a statement of the engine: three rows in the table, one of which breaks the rule on a list of values. */
export function answerScan(sql: string): Answered {
  const end = sql.search(/\nfrom /);
  const list = end === -1 ? sql : sql.slice(0, end);
  const parts = [...list.matchAll(/([^]*?) as ["`[]([^"`\]]+)["`\]],?/g)];
  const columns = parts.map(([, , name = '']) => name);
  const row = parts.map(([, expression = '', name = '']) => valueOf(expression, name));
  return { columns, rows: [row] };
}

function valueOf(expression: string, name: string): string {
  if (name === 'row_count' || name === 'rows_of_rule') return '3';
  if (/count|value_/.test(name)) return / not in \(/.test(expression) ? '1' : '0';
  return 'broken';
}

/** The contract that `answerScan` answers: tests it, with a rule of each family. */
export function runOrders(
  server: Server,
  access: SourceAccess,
  types: { id: string; status: string },
): Promise<ContractTestOutcome> {
  const orders = {
    name: 'orders',
    properties: [
      { name: 'id', physicalType: types.id, required: true, unique: true },
      {
        name: 'status',
        physicalType: types.status,
        quality: [
          {
            metric: 'invalidValues',
            arguments: { validValues: ['open', "it's"] },
            mustBe: 0,
          },
        ],
      },
    ],
    quality: [
      { type: 'sql', query: 'select count(*) as "rows_of_rule" from ${table}', mustBe: 3 },
      { metric: 'rowCount', mustBe: 3 },
    ],
  };
  return runContract({ schema: [orders, { name: 'gone' }], server, access });
}

/** Results of a run by the keys of its checks. */
export function resultsOf({ checks }: ContractTestOutcome): Record<string, string> {
  return Object.fromEntries(checks.map(({ key, result }) => [key, result]));
}

/** What `runOrders` finds on every platform. */
export const ordersResults = {
  orders__id__field_is_present: 'passed',
  orders__id__field_physical_type: 'passed',
  orders__id__field_required: 'passed',
  orders__id__field_unique: 'passed',
  orders__status__field_is_present: 'passed',
  orders__status__field_physical_type: 'passed',
  orders__status__field_invalid_values: 'failed',
};
