import type { Command } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { nameOf } from '../files/local-document.ts';
import type { Finding } from '../reports/finding.ts';
import { markdownTable } from '../reports/markdown.ts';
import { reportOptions, writeReports } from '../reports/write-reports.ts';
import { folderDetails, folderOptions, readGivenFolder } from './folder-options.ts';
import { describeResult, importLocal } from './import-documents.ts';
import type { DocumentResult } from './import-documents.ts';

/** `concordat lint`: the server judges all documents together, as an import would, and stores nothing. */
export const lint: Command = {
  name: 'lint',
  summary: 'Check documents of files by the rules of the server',
  details: `${folderDetails}

The server checks standards, owners, permissions, policies and versions as if the documents were stored, and stores nothing. Ends with
code 2 if it would refuse one.`,
  options: [
    ...folderOptions,
    { flags: '--owner-team <id>', help: 'team that owns contracts that name no owner' },
    ...reportOptions,
  ],
  examples: ['concordat lint -f catalog', 'concordat lint -f catalog --sarif lint.sarif'],
  run: async (given, context) => {
    const documents = readGivenFolder(given, context);
    const options = { dryRun: true, ownerTeamId: given.texts['owner-team'] };
    const results = await importLocal(context, documents, options);
    const findings = results.flatMap(findingsOf);
    const failed = results.filter(({ status }) => status === 'failed');
    const warned = results.filter(({ warning }) => warning !== undefined);
    const count = `${results.length} documents, ${failed.length} refused, ${warned.length} with warnings`;
    writeReports(given, context, {
      tool: 'lint',
      findings,
      markdown: () => toMarkdown(findings, count),
    });
    const shown = [...failed, ...warned].map((result) => toLine(result));
    return {
      value: results,
      text: shown.join('\n'),
      note: `${count}.`,
      code: failed.length === 0 ? exitCodes.done : exitCodes.gate,
    };
  },
};

function toLine(result: DocumentResult): string {
  if (result.error) return describeResult(result);
  return `warning ${nameOf(result)} (${result.file}:${result.line}): ${result.warning ?? ''}`;
}

function findingsOf({ error, warning, file, line, ...document }: DocumentResult): Finding[] {
  const head = { suite: nameOf(document), file, line, name: 'document' };
  if (error) {
    const violations = error.violations?.length ? error.violations : [{ message: error.message }];
    return violations.map((violation) => ({
      ...head,
      name: violation.field || 'document',
      rule: error.code,
      state: 'failed',
      message: violation.message,
      line: violation.line ?? line,
    }));
  }
  if (warning === undefined) return [{ ...head, rule: 'valid', state: 'passed' }];
  return [{ ...head, rule: 'warning', state: 'warning', message: warning }];
}

function toMarkdown(findings: readonly Finding[], count: string): string {
  const shown = findings.filter(({ state }) => state !== 'passed');
  const isBad = shown.some(({ state }) => state === 'failed');
  const title = `## ${isBad ? '❌' : '✅'} Documents\n\n${count}.\n`;
  if (shown.length === 0) return title;
  const rows = shown.map(({ file = '', line = 1, suite, name, message = '' }) => [
    `${file}:${line}`,
    suite,
    `${name} ${message}`,
  ]);
  return `${title}\n${markdownTable(['File', 'Document', 'Problem'], rows)}\n`;
}
