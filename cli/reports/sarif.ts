import { hash } from 'node:crypto';
import path from 'node:path';
import type { Finding } from './finding.ts';

const levels: Partial<Record<Finding['state'], 'error' | 'warning'>> = {
  failed: 'error',
  error: 'error',
  warning: 'warning',
};

/** What is wrong as SARIF 2.1.0, which code hosts show beside the lines of a pull request. */
export function toSarif(tool: string, findings: readonly Finding[]): string {
  const shown = findings.filter(({ state }) => levels[state] !== undefined);
  const rules = [...new Set(shown.map(({ rule }) => rule))].map((id) => ({ id }));
  const driver = { name: `concordat ${tool}`, rules };
  const results = shown.map(toResult);
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, columnKind: 'utf16CodeUnits', results }],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

function toResult({ suite, name, rule, state, message, file, line = 1 }: Finding): object {
  const key = hash('sha256', JSON.stringify([suite, name, rule]), 'hex');
  const uri = file?.split(path.sep).map(encodeURIComponent).join('/');
  return {
    ruleId: rule,
    level: levels[state],
    message: { text: `${suite}: ${name}${message ? `: ${message}` : ''}` },
    ...(uri !== undefined && {
      locations: [{ physicalLocation: { artifactLocation: { uri }, region: { startLine: line } } }],
    }),
    partialFingerprints: { 'concordat/v1': key },
  };
}
