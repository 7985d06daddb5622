import { Type } from '@sinclair/typebox';
import { path } from '../catalog-reader.ts';
import { defineTool, ids } from '../tool.ts';

type Check = {
  name: string;
  type: string;
  model?: string;
  field?: string;
  result: string;
  reason?: string;
  totalNumber?: number;
  failedNumber?: number;
  failedSamples?: unknown[];
};
type Results = {
  id: string;
  dataContractId: string;
  server?: string | null;
  timestampStart?: string;
  result: string;
  checks?: Check[];
  /** Of a run that has not ended. */
  state?: string;
};

/** A check without a verdict, such as `unknown`, has not failed. */
const isFailing = ({ result }: Check): boolean => ['failed', 'error', 'warning'].includes(result);

function summarize({ id, dataContractId, server, result, checks = [] }: Results) {
  const failing = checks.filter(isFailing);
  return {
    testResultId: id,
    dataContractId,
    server,
    result,
    checks: checks.length,
    failing: failing.length,
  };
}

const maxNamed = 20;
/** Long enough for most tests, and shorter than the patience of clients. */
const waitSeconds = 25;

const run = defineTool({
  name: 'run_contract_test',
  title: 'Test a data contract on its real data',
  description:
    'Tests a data contract on the real data of one of its servers: queries run on the platform of the provider. Waits up to 25 seconds; a longer test goes on, and list_test_results shows it when it has ended. get_test_result reads the rows that fail.',
  effect: 'runs',
  input: Type.Object({
    dataContractId: ids.dataContractId,
    server: Type.Optional(
      Type.String({ description: 'Server of the contract; needed if it has several' }),
    ),
  }),
  run: async ({ dataContractId, server }, { post }) => {
    const of = path`/api/datacontracts/${dataContractId}/test`;
    const prefer = `wait=${waitSeconds}`;
    const results: Results = await post(of, { query: { server }, prefer });
    if (results.state !== undefined) {
      const next = 'The test goes on; call list_test_results later.';
      return { state: results.state, testRunId: results.id, next };
    }
    const failing = (results.checks ?? []).filter(isFailing).slice(0, maxNamed);
    const named = failing.map(({ name, result, failedNumber }) => ({ name, result, failedNumber }));
    return { ...summarize(results), firstFailing: named };
  },
});

const list = defineTool({
  name: 'list_test_results',
  title: 'List the test results of a data contract',
  description: 'Lists the results of the tests of a data contract, newest first, without checks.',
  effect: 'reads',
  input: Type.Object({
    dataContractId: ids.dataContractId,
    server: Type.Optional(Type.String({ description: 'Only tests of this server' })),
    cursor: Type.Optional(Type.String({ description: 'Id of the last result of the former page' })),
  }),
  run: ({ dataContractId, server, cursor }, { get }) =>
    get('/api/test-results', { dataContractId, server, after: cursor, size: 20 }),
});

const read = defineTool({
  name: 'get_test_result',
  title: 'Read a test result with rows that fail',
  description:
    'Reads a test result: each check that did not pass, why, how many rows fail it, and up to five of these rows, in which sensitive values are masked.',
  effect: 'reads',
  input: Type.Object({
    testResultId: Type.String({
      minLength: 1,
      description: 'Id from run_contract_test or list_test_results',
    }),
    allChecks: Type.Optional(
      Type.Boolean({ description: 'Shows the checks that passed, too; default: false' }),
    ),
  }),
  run: async ({ testResultId, allChecks = false }, { get }) => {
    const results: Results = await get(path`/api/test-results/${testResultId}`);
    const { checks = [], timestampStart: testedAt } = results;
    const shown = checks.filter((check) => allChecks || isFailing(check));
    return { ...summarize(results), testedAt, shown: shown.map(presentCheck) };
  },
});

function presentCheck(check: Check): object {
  const { name, type, model, field, result, reason, totalNumber, failedNumber } = check;
  const where = { table: model, field };
  const counts = { rows: totalNumber, failingRows: failedNumber };
  return { name, type, ...where, result, reason, ...counts, examples: check.failedSamples };
}

/** Tools about tests of contracts. */
export const qualityTools = [run, list, read];
