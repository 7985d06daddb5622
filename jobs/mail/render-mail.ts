import type { Notice } from '../../domain/notifications/notice.ts';
import { builtInParts, renderText } from '../../domain/notifications/render-text.ts';
import type { MailBlock, MailPart } from '../../domain/notifications/render-text.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import { renderMarkdown } from './render-markdown.ts';

/** What an organization wrote for a mail: its subject, and its parts in their order. */
type Written = { subject: string; parts: readonly MailPart[] };

/** The parts of a mail for a notice, in the words of the notice unless the organization wrote others. */
export function renderMail(
  notice: Notice,
  { subject, parts }: Written = { subject: notice.subject, parts: builtInParts },
): { subject: string; text: string; html: string } {
  return { subject, text: renderText(notice, parts), html: renderHtml(notice, { subject, parts }) };
}

function renderHtml(notice: Notice, { subject, parts }: Written): string {
  const blocks = htmlOf(notice);
  const written = (text: string): string => `<p>${escapeHtml(text).replaceAll('\n', '<br>\n')}</p>`;
  const all = parts.flatMap((part) => ('text' in part ? [written(part.text)] : blocks[part.block]));
  const head = `<meta charset="utf-8"><title>${escapeHtml(subject)}</title>`;
  const body = all.filter(Boolean).join('\n');
  return `<!doctype html>\n<html lang="en"><head>${head}</head>\n<body>\n${body}\n</body></html>\n`;
}

function htmlOf({
  paragraphs,
  facts,
  diagnostics,
  links,
}: Notice): Record<MailBlock, (string | false | undefined)[]> {
  const rows = facts.map(
    ([name, value]) =>
      `<tr><th align="left" valign="top">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`,
  );
  const remark = diagnostics?.remark && `<p><em>${escapeHtml(diagnostics.remark)}</em></p>`;
  return {
    message: paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`),
    details: [rows.length > 0 && `<table cellpadding="4">${rows.join('')}</table>`],
    diagnostics: [
      diagnostics && `<h2>Diagnostics</h2>\n<div>${renderMarkdown(diagnostics.text)}</div>`,
      remark,
    ],
    links: links.map(
      ({ label, url }) =>
        `<p><a href="${escapeHtml(url)}" rel="noopener noreferrer">${escapeHtml(label)}</a></p>`,
    ),
  };
}
