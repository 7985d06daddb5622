import { withOptions } from '../http/api-error.ts';
import type { Printer } from '../output/printer.ts';
import { plain } from '../output/columns.ts';
import type { Finding } from '../reports/finding.ts';
import { markdownTable } from '../reports/markdown.ts';
import type { Check, TestOutcome } from './run-test.ts';

const colors = { passed: 'green', warning: 'yellow', failed: 'red', error: 'red' } as const;
const bad = new Set(['failed', 'error', 'warning']);

const nameOf = ({ id, server }: TestOutcome): string =>
  server === undefined ? id : `${id} on ${server}`;

/** A test for people: its verdict, and the checks that have not passed. */
export function describeTest(outcome: TestOutcome, { paint }: Pick<Printer, 'paint'>): string {
  const { result, checks, file, error, logs } = outcome;
  const color = colors[result as keyof typeof colors];
  const verdict = color === undefined ? result : paint(result, color);
  const passed = checks.filter((check) => check.result === 'passed').length;
  const head = `${verdict} ${nameOf(outcome)}${file === undefined ? '' : ` (${file})`}: ${passed} of ${checks.length} checks passed`;
  if (error)
    return [
      `${verdict} ${nameOf(outcome)}: ${inWords(error.message)}`,
      ...violationsOf(outcome),
    ].join('\n');
  const shown = checks
    .filter((check) => bad.has(check.result))
    .map((check) => `  ${toLine(check)}`);
  const reasons = checks.length > 0 ? [] : logs.filter(({ level }) => level === 'ERROR');
  return [head, ...shown, ...reasons.map(({ message }) => `  ${plain(message)}`)].join('\n');
}

/** A test has no option that writes an owner into the text. */
const inWords = (message: string): string =>
  withOptions(message.replace(/, or let the request write it: [^.]*/, ''));

function violationsOf({ error, file, line: first = 1 }: TestOutcome): string[] {
  return (error?.violations ?? []).map(({ field, message, line, column }) => {
    const at = line === undefined ? '' : `:${line + first - 1}:${column ?? 1}`;
    return `  ${file ?? ''}${at}: ${field ? `${field} ` : ''}${message}`;
  });
}

function toLine({ result, name, reason = '', details }: Check): string {
  const more = details === undefined ? '' : ` (${details})`;
  return plain(`${result}: ${name}${reason === '' ? '' : `: ${reason}`}${more}`);
}

const states: Readonly<Record<string, Finding['state']>> = {
  passed: 'passed',
  warning: 'warning',
  failed: 'failed',
  error: 'error',
};

/** A finding for each check; an error without checks is one, too. */
export function findingsOf(outcome: TestOutcome): Finding[] {
  const { checks, error, result, logs, file, line } = outcome;
  const head = { suite: `datacontracts/${nameOf(outcome)}`, file, line };
  if (error || checks.length === 0) {
    const logged = logs.filter(({ level }) => level === 'ERROR').map(({ message }) => message);
    const message = inWords(error?.message ?? logged.join(' '));
    const state = error ? 'error' : (states[result] ?? 'skipped');
    return [{ ...head, name: 'test', rule: error?.code ?? 'test', state, message }];
  }
  return checks.map((check) => ({
    ...head,
    name: check.name,
    rule: check.type,
    state: states[check.result] ?? 'skipped',
    message: [check.reason, check.details].filter((text) => text !== undefined).join(' '),
    durationMs: check.durationMs,
  }));
}

/** Failed checks of a test in a summary; the reports of JUnit and SARIF have all of them. */
const maxShown = 5;

/** The summary for a pull request. */
export function toMarkdown(outcomes: readonly TestOutcome[]): string {
  const isBad = outcomes.some(({ result }) => result === 'failed' || result === 'error');
  const rows = outcomes.map((outcome) => {
    const { checks, error, result } = outcome;
    const passed = checks.filter((check) => check.result === 'passed').length;
    const failures = checks.filter((check) => bad.has(check.result)).map(toLine);
    const others = failures.length - maxShown;
    const shown = [...failures.slice(0, maxShown), ...(others > 0 ? [`and ${others} more`] : [])];
    const said = error ? inWords(error.message) : shown.join('; ');
    return [nameOf(outcome), result, `${passed} of ${checks.length}`, said];
  });
  const table = markdownTable(['Contract', 'Result', 'Checks passed', 'What is wrong'], rows);
  return `## ${isBad ? '❌' : '✅'} Contract tests\n\n${table}\n`;
}
