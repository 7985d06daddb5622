import type { Finding } from './finding.ts';

/** Findings as JUnit XML: a suite for each document, a case for each finding. */
export function toJunit(name: string, findings: readonly Finding[]): string {
  const suites = [...new Set(findings.map(({ suite }) => suite))];
  const inside = suites
    .map((suite) =>
      writeSuite(
        suite,
        findings.filter((finding) => finding.suite === suite),
      ),
    )
    .join('');
  const head = `<testsuites name="${escape(name)}"${countsOf(findings)}>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${head}\n${inside}</testsuites>\n`;
}

function writeSuite(suite: string, findings: readonly Finding[]): string {
  const cases = findings.map(writeCase).join('');
  return `  <testsuite name="${escape(suite)}"${countsOf(findings)}>\n${cases}  </testsuite>\n`;
}

function countsOf(findings: readonly Finding[]): string {
  const count = (state: Finding['state']) =>
    findings.filter((finding) => finding.state === state).length;
  const ms = findings.reduce((sum, { durationMs = 0 }) => sum + durationMs, 0);
  return ` tests="${findings.length}" failures="${count('failed')}" errors="${count('error')}" skipped="${count('skipped')}" time="${ms / 1000}"`;
}

function writeCase({ suite, name, rule, file, line, durationMs = 0, ...found }: Finding): string {
  const at = [
    file === undefined ? '' : ` file="${escape(file)}"`,
    line === undefined ? '' : ` line="${line}"`,
  ].join('');
  const head = `    <testcase classname="${escape(suite)}" name="${escape(name)}"${at} time="${durationMs / 1000}"`;
  const inside = writeState({ ...found, rule });
  return inside === '' ? `${head}/>\n` : `${head}>\n      ${inside}\n    </testcase>\n`;
}

/** JUnit knows no warnings: they are the output of a case that has passed. */
function writeState({
  state,
  message = '',
  rule,
}: Pick<Finding, 'state' | 'message' | 'rule'>): string {
  const text = escape(message);
  if (state === 'failed')
    return `<failure type="${escape(rule)}" message="${text}">${text}</failure>`;
  if (state === 'error') return `<error type="${escape(rule)}" message="${text}">${text}</error>`;
  if (state === 'skipped') return `<skipped message="${text}"/>`;
  return state === 'warning' ? `<system-out>warning: ${text}</system-out>` : '';
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
};

/** XML 1.0 has no other control characters, not even escaped. */
function escape(text: string): string {
  return (
    text
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex -- These are the characters to leave out.
      .replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f\ufffe\uffff]/g, ' ')
      .replaceAll(/[&<>"\n]/g, (character) => entities[character] ?? character)
  );
}
