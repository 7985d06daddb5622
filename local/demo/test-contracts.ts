import { normaliseContract } from '../../domain/standards/normalise-contract.ts';
import { problem } from '../problem.ts';
import type { Api } from './api-client.ts';
import type { DemoDocument } from './demo-documents.ts';
import type { Check } from './failure-words.ts';
import type { Notes } from './notes.ts';
import type { Progress } from './progress.ts';
import type { TestedServer } from './results-table.ts';
import { digestOf } from './store-documents.ts';

type TestResult = {
  dataContractVersion: string;
  timestampStart: string;
  timestampEnd: string;
  result: string;
  checks: Check[];
};

/** A test of one contract on one server, and a digest of its inputs. */
export type DemoTest = { contract: DemoDocument; server: string; type: string; digest: string };

const pollMs = 50;
const endsWithinMs = 120_000;

/** Every test of the contracts, in their order; `versions` are the data versions by server type. */
export function listTests(
  documents: readonly DemoDocument[],
  versions: Record<string, string>,
): DemoTest[] {
  return documents
    .filter(({ kind }) => kind === 'contract')
    .flatMap((contract) =>
      normaliseContract(contract.content).servers.map(({ server, type }) => ({
        contract,
        server,
        type,
        digest: digestOf([contract.content, versions[type]]),
      })),
    );
}

/** Runs tests whose inputs have changed; else uses the newest stored result. `whyNot` gives a reason to skip a test. */
export async function testContracts(
  api: Api,
  tests: readonly DemoTest[],
  {
    notes,
    progress,
    whyNot,
  }: { notes: Notes; progress: Progress; whyNot: (test: DemoTest) => string | undefined },
): Promise<TestedServer[]> {
  const rows: TestedServer[] = [];
  for (const test of tests) {
    const { server } = test;
    const contract = test.contract.id;
    const why = whyNot(test);
    await progress.during(`test ${contract} on ${server}`, async () => {
      if (why !== undefined) rows.push({ contract, server, result: undefined, why });
      else rows.push({ contract, server, result: await resultOf(api, test, notes) });
    });
  }
  return rows;
}

async function resultOf(
  api: Api,
  test: DemoTest,
  notes: Notes,
): Promise<NonNullable<TestedServer['result']>> {
  const key = `${test.contract.id}/${test.server}`;
  const stored = notes.tested[key] === test.digest ? await newestResult(api, test) : undefined;
  const result = stored ?? (await runTest(api, test));
  notes.tested[key] = test.digest;
  return {
    verdict: result.result,
    checks: result.checks,
    durationMs: Date.parse(result.timestampEnd) - Date.parse(result.timestampStart),
    stored: stored !== undefined,
  };
}

/** The newest result of this version of the contract; undefined if the data was unreachable then. */
async function newestResult(api: Api, test: DemoTest): Promise<TestResult | undefined> {
  const query = new URLSearchParams({
    dataContractId: test.contract.id,
    server: test.server,
    size: '1',
  });
  const list = await api('GET', `/api/test-results?${query.toString()}`);
  const [head] = JSON.parse(list.text) as (TestResult & { id: string })[];
  if (head === undefined || head.result === 'error') return undefined;
  if (head.dataContractVersion !== test.contract.content['version']) return undefined;
  const { text } = await api('GET', `/api/test-results/${head.id}`);
  return JSON.parse(text) as TestResult;
}

type Run = { id: string; state: string; error: string | null; testResultId: string | null };

/** Polls instead of waiting in the request, because TEST_WAIT_SECONDS may have any value. */
async function runTest(api: Api, { contract, server }: DemoTest): Promise<TestResult> {
  const path = `/api/datacontracts/${contract.id}/test?server=${encodeURIComponent(server)}`;
  const started = await api('POST', path, { headers: { prefer: 'respond-async' } });
  let run = JSON.parse(started.text) as Run;
  const deadline = Date.now() + endsWithinMs;
  while (run.state === 'QUEUED' || run.state === 'RUNNING') {
    if (Date.now() > deadline) {
      throw problem(
        `The test of ${contract.id} on ${server} is ${run.state} after ${endsWithinMs / 1000} s: see worker.log.`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    run = JSON.parse((await api('GET', `/api/test-runs/${run.id}`)).text) as Run;
  }
  if (run.testResultId === null) {
    throw problem(`The test of ${contract.id} on ${server} ended ${run.state}: ${run.error ?? ''}`);
  }
  const { text } = await api('GET', `/api/test-results/${run.testResultId}`);
  return JSON.parse(text) as TestResult;
}
