import { escapeHtml } from '../../lib/escape-html.ts';
import { nameOf } from '../files/local-document.ts';
import type { Violation } from '../http/api-error.ts';
import { counted } from '../output/counted.ts';
import { escapeMarkdown, markdownTable } from '../reports/markdown.ts';
import type { Finding } from '../reports/finding.ts';
import { describeConsumer } from './verdict.ts';
import type { Change, Impact, Verdict } from './verdict.ts';

/** A verdict with the reason why it blocks a merge. */
export type Judged = Verdict & { blockedBy?: string | undefined };

const maxShown = 50;

/** A verdict in words: the changes, the consumers they affect, and the remedy. */
export function describeVerdict(verdict: Judged): string {
  const { file, state, error, preview, blockedBy } = verdict;
  const head = `${nameOf(verdict)}: ${headline(verdict)} (${file})`;
  if (error) {
    const lines = (error.violations ?? []).map(({ field, message, line, column }) => {
      const at = line === undefined ? '' : `:${line}:${column ?? 1}`;
      return `  ${file}${at}: ${field ? `${field} ` : ''}${message}`;
    });
    return [`${head}: ${error.message}`, ...lines].join('\n');
  }
  if (state === 'new' || !preview) return head;
  const shown = preview.changes.slice(0, maxShown).map((change) => `  ${describeChange(change)}`);
  const others = preview.changes.length - shown.length + preview.omitted;
  return [
    head,
    ...shown,
    ...(others > 0 ? [`  … and ${others} more`] : []),
    ...preview.consumers.map((consumer) => `  hits ${describeConsumer(consumer)}`),
    ...(blockedBy === undefined ? [] : [`  ${blockedBy}`]),
  ].join('\n');
}

function headline({ state, impact, preview }: Judged): string {
  if (state === 'new') return 'new in the catalog';
  if (state === 'removed') return `removed, ${impact}`;
  if (state === 'invalid') return 'invalid';
  const { fromVersion, toVersion } = preview ?? {};
  return `${impact}${fromVersion && toVersion ? `, ${fromVersion} → ${toVersion}` : ''}`;
}

function describeChange({ path, kind, from, to, impact, rule }: Change): string {
  const values = [
    from === undefined ? '' : ` from ${JSON.stringify(from)}`,
    to === undefined ? '' : ` to ${JSON.stringify(to)}`,
  ].join('');
  const verb = from === undefined || to === undefined ? kind : 'changed';
  return `${impact}: ${path === '' ? 'the document' : path} ${verb}${values} (${rule})`;
}

/** A finding for each change; without changes one that has passed. */
export function findingsOf(verdict: Judged): Finding[] {
  const { file, state, lines, preview, error, blockedBy } = verdict;
  const head = { suite: nameOf(verdict), file };
  if (error) {
    const whole = { message: error.message, ...(lines[''] && { line: lines[''] }) };
    const violations: readonly Violation[] = error.violations ?? [whole];
    return violations.map(({ message, field, line }) => {
      return {
        ...head,
        name: field || 'document',
        rule: error.code,
        state: 'error',
        message,
        line,
      };
    });
  }
  if (state === 'new' || !preview || preview.changes.length === 0)
    return [{ ...head, name: headline(verdict), rule: 'no-change', state: 'passed' }];
  const hits = preview.consumers.map((consumer) => `hits ${describeConsumer(consumer)}`);
  return preview.changes.map((change): Finding => {
    const isWorst = change.impact === verdict.impact;
    return {
      ...head,
      name: change.path === '' ? 'document' : change.path,
      rule: change.rule,
      line: lines[change.path],
      state: blockedBy !== undefined && isWorst ? 'failed' : stateOf(change.impact),
      message: [
        describeChange(change),
        ...(isWorst ? hits : []),
        ...(isWorst && blockedBy ? [blockedBy] : []),
      ].join('; '),
    };
  });
}

function stateOf(impact: Impact): Finding['state'] {
  return impact === 'major' ? 'warning' : 'passed';
}

/** The summary for a pull request. */
export function toMarkdown(verdicts: readonly Judged[], against: string): string {
  const isBlocked = verdicts.some(({ blockedBy, error }) => blockedBy ?? error);
  const title = `## ${isBlocked ? '❌' : '✅'} Changes of data contracts and products`;
  if (verdicts.length === 0) return `${title}\n\nNo change against \`${against}\`.\n`;
  const rows = verdicts.map((verdict) => [
    nameOf(verdict),
    headline(verdict),
    (verdict.preview?.consumers ?? []).map(describeConsumer).join('; '),
    verdict.error?.message ?? verdict.blockedBy ?? 'may be merged',
  ]);
  const table = markdownTable(['Document', 'Change', 'Consumers it hits', 'Verdict'], rows);
  return `${title}\n\n${table}\n${verdicts.map(toDetails).join('')}`;
}

function toDetails(verdict: Judged): string {
  const { preview } = verdict;
  if (!preview || preview.changes.length === 0) return '';
  const shown = preview.changes.slice(0, maxShown);
  const others = preview.changes.length - shown.length + preview.omitted;
  const lines = shown.map((change) => `- ${escapeMarkdown(describeChange(change))}\n`);
  const more = others > 0 ? `- … and ${others} more\n` : '';
  const summary = escapeHtml(
    `${nameOf(verdict)}: ${counted(preview.changes.length + preview.omitted, 'change')}`,
  );
  return `\n<details><summary>${summary}</summary>\n\n${lines.join('')}${more}\n</details>\n`;
}
