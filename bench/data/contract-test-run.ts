import type { SourceAccess } from '../../connectors/connector.ts';
import { openSource } from '../../connectors/open-source.ts';
import { normaliseContract } from '../../domain/standards/normalise-contract.ts';
import type { ContractTestOutcome } from '../../domain/contract-tests/outcome.ts';
import { runContractTest } from '../../jobs/contract-tests/run-checks.ts';
import { median } from '../figures.ts';
import type { Figure } from '../figures.ts';

export type TestedContract = {
  server: Record<string, unknown>;
  schema: readonly Record<string, unknown>[];
  access: SourceAccess;
};

/** The benchmark's own database as a server of a contract, and its access rules. */
export function benchServer(databaseUrl: string): Pick<TestedContract, 'server' | 'access'> {
  const url = new URL(databaseUrl);
  return {
    server: {
      server: 'bench',
      type: 'postgres',
      host: url.hostname,
      port: Number(url.port),
      database: url.pathname.slice(1),
      schema: 'public',
    },
    access: {
      allowedHosts: [url.host],
      allowedDataDirs: [],
      credentials: {
        DATACONTRACT_POSTGRES_USERNAME: decodeURIComponent(url.username),
        DATACONTRACT_POSTGRES_PASSWORD: decodeURIComponent(url.password) || 'none',
      },
      statementTimeoutMs: 600_000,
    },
  };
}

/**
 * Tests the contract in this process; rejects when a check could not be evaluated, because it was not measured.
 */
export async function runTest({
  server,
  schema,
  access,
}: TestedContract): Promise<ContractTestOutcome> {
  const model = normaliseContract({
    apiVersion: 'v3.1.0',
    kind: 'DataContract',
    servers: [server],
    schema,
  });
  const [under] = model.servers;
  if (under === undefined) throw new Error('the contract has a server');
  const outcome = await runContractTest({
    model,
    server: under,
    open: (chosen, signal) => openSource(chosen, access, signal),
    signal: new AbortController().signal,
  });
  const broken = outcome.checks.find(({ result }) => result === 'error' || result === 'unknown');
  if (broken !== undefined) throw new Error(`${broken.key} was not measured: ${broken.reason}`);
  return outcome;
}

/** Duration of some work in milliseconds. */
export async function time(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Measures two functions alternately and compares the medians of their ratios. */
export async function compare(
  figure: { what: string; limit: string; most: number },
  rounds: number,
  { ours, floor }: { ours: () => Promise<unknown>; floor: () => Promise<unknown> },
): Promise<Figure> {
  const pairs: { ours: number; floor: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    pairs.push({ ours: await time(ours), floor: await time(floor) });
  }
  const ratio = median(pairs.map((pair) => pair.ours / pair.floor));
  return {
    what: figure.what,
    ours: `${median(pairs.map((pair) => pair.ours)).toFixed(0)} ms`,
    limit: `${median(pairs.map((pair) => pair.floor)).toFixed(0)} ms ${figure.limit}`,
    ratio,
    demand: `≤ ${figure.most}`,
    met: ratio <= figure.most,
  };
}
