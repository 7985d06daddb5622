import type { Command } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import type { WrongFile } from '../failure.ts';
import { nameOf } from '../files/local-document.ts';
import { withOptions } from '../http/api-error.ts';
import { counted } from '../output/counted.ts';
import type { Finding } from '../reports/finding.ts';
import { markdownTable } from '../reports/markdown.ts';
import { reportOptions, writeReports } from '../reports/write-reports.ts';
import {
  folderArguments,
  folderDetails,
  folderOptions,
  readGivenFolder,
} from './folder-options.ts';
import { describeResult, importLocal } from './import-documents.ts';
import type { DocumentResult } from './import-documents.ts';

/** `concordat lint`: the server judges all documents together, as an import would, and stores nothing. */
export const lint: Command = {
  name: 'lint',
  summary: 'Check documents of files by the rules of the server',
  details: `${folderDetails}

The server checks standards, owners, permissions, policies and versions as if the documents were stored, and stores nothing. Ends with
code 2 if it would refuse one, or if a file cannot be read. Documents that the catalog has as they are pass without warnings.`,
  arguments: folderArguments,
  options: [
    ...folderOptions,
    { flags: '--owner-team <id>', help: 'team that owns contracts that name no owner' },
    ...reportOptions,
  ],
  examples: ['concordat lint -f catalog', 'concordat lint -f catalog --sarif lint.sarif'],
  run: async (given, context) => {
    const wrongFiles: WrongFile[] = [];
    const documents = readGivenFolder(given, context, (wrong) => wrongFiles.push(wrong));
    const options = { dryRun: true, ownerTeamId: given.texts['owner-team'] };
    const results = await importLocal(context, documents, options);
    const findings = [...wrongFiles.map(findingOfFile), ...results.flatMap(findingsOf)];
    const failed = results.filter(({ status }) => status === 'failed');
    const warned = results.filter(({ warning }) => warning !== undefined);
    const unread =
      wrongFiles.length > 0 ? `, ${counted(wrongFiles.length, 'unreadable file')}` : '';
    const count = `${counted(results.length, 'document')}, ${failed.length} refused, ${warned.length} with warnings${unread}`;
    writeReports(given, context, {
      tool: 'lint',
      findings,
      markdown: () => toMarkdown(findings, count),
    });
    const isGood = failed.length + wrongFiles.length === 0;
    return {
      value: [...wrongFiles.map(valueOfFile), ...results],
      text: [
        ...wrongFiles.map(({ message }) => message),
        ...[...failed, ...warned].map(toLine),
      ].join('\n'),
      note: `${count}.`,
      code: isGood ? exitCodes.done : exitCodes.gate,
    };
  },
};

function toLine(result: DocumentResult): string {
  if (result.error) return describeResult(result);
  return `warning ${nameOf(result)} (${result.file}:${result.line}): ${result.warning ?? ''}`;
}

/** The name of a finding about no single field. */
const whole = 'document';

function valueOfFile({ code, message, file, line }: WrongFile) {
  return { status: 'failed', file, line, error: { code, message } };
}

function findingOfFile({ code, message, file, line }: WrongFile): Finding {
  return { suite: file, name: whole, rule: code, state: 'failed', message, file, line };
}

function findingsOf({ error, warning, file, line, ...document }: DocumentResult): Finding[] {
  const head = { suite: nameOf(document), file, line, name: whole };
  if (error) {
    const violations = error.violations?.length ? error.violations : [{ message: error.message }];
    return violations.map((violation) => ({
      ...head,
      name: violation.field || whole,
      rule: error.code,
      state: 'failed',
      message: withOptions(violation.message),
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
    name === whole ? message : `${name} ${message}`,
  ]);
  return `${title}\n${markdownTable(['File', 'Document', 'Problem'], rows)}\n`;
}
