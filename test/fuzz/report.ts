import type { DataReport } from './data/fuzz-data.ts';
import type { Finding } from './findings.ts';
import type { RequestReport } from './requests/watched-run.ts';

/** Formats the results of a request run for people; `again` is the command that repeats the run. */
export function reportRequests(report: RequestReport, again: string): string {
  const { findings, tally, sent, wanted, seconds, health, memory } = report;
  const { succeeded, asked, never } = tally.coverage();
  const rate = Math.round(sent / Math.max(seconds, 0.001));
  return [
    `${sent} of ${wanted} requests in ${seconds.toFixed(0)} s (${rate}/s)`,
    ...tally.lines(),
    `operations answered with success at least once: ${succeeded} of ${asked}`,
    ...(asked > 100 ? describeUnsuccessful(never) : []),
    `/health/live beside it: p50 ${ms(health.p50)}, p99 ${ms(health.p99)}, max ${ms(health.max)} of ${health.probes}`,
    `memory of the API: ${mb(memory.warm)} after the first requests, ${mb(memory.peak)} at most, ${mb(memory.end)} in the end`,
    ...reportFindings(findings.all(), again),
  ].join('\n');
}

const maxNamed = 10;

/** Names a few operations without success, as a hint for extending the generator. */
function describeUnsuccessful(operations: readonly string[]): string[] {
  if (operations.length === 0) return [];
  const more = operations.length - maxNamed;
  const rest = more > 0 ? `, and ${more} more` : '';
  return [
    `operations that only ever refused, because no generated request met their conditions (this is no finding): ${operations.slice(0, maxNamed).join(', ')}${rest}`,
  ];
}

/** Formats the results of a file run in the same way. */
export function reportData(
  { findings, files, wanted, seconds, outcomes }: DataReport,
  again: string,
): string {
  const counted = [...outcomes].sort(([one], [other]) => (one < other ? -1 : 1));
  return [
    `${files} of ${wanted} files in ${seconds.toFixed(0)} s`,
    `what became of them: ${counted.map(([name, times]) => `${name} × ${times}`).join(', ')}`,
    ...reportFindings(findings.all(), again),
  ].join('\n');
}

const ms = (figure: number): string => `${figure.toFixed(1)} ms`;
const mb = (figure: number): string => `${Math.round(figure)} MB`;

/** Formats the findings with their reproductions, or states that there are none. */
export function reportFindings(findings: readonly Finding[], again: string): string[] {
  if (findings.length === 0) return [`no findings; ${again}`];
  return [
    `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}; ${again}`,
    ...findings.flatMap(({ kind, operation, index, detail, times, reproduction }, position) => [
      '',
      `${position + 1}. ${kind}, ${times} ${times === 1 ? 'time' : 'times'}, ${index === undefined ? '' : `first ${index}, `}${operation}`,
      `   ${detail}`,
      ...reproduction.map((line) => `   ${line}`),
    ]),
  ];
}
