import type { Notice } from '../../domain/notifications/notice.ts';
import { renderText } from '../../domain/notifications/render-text.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import { renderMarkdown } from './render-markdown.ts';

/** The parts of a mail for a notice. */
export function renderMail(notice: Notice): { subject: string; text: string; html: string } {
  return { subject: notice.subject, text: renderText(notice), html: renderHtml(notice) };
}

function renderHtml({ subject, paragraphs, facts, diagnostics, links }: Notice): string {
  const rows = facts.map(
    ([name, value]) =>
      `<tr><th align="left" valign="top">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`,
  );
  const remark = diagnostics?.remark && `<p><em>${escapeHtml(diagnostics.remark)}</em></p>`;
  const blocks = [
    ...paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`),
    rows.length > 0 && `<table cellpadding="4">${rows.join('')}</table>`,
    diagnostics && `<h2>Diagnostics</h2>\n<div>${renderMarkdown(diagnostics.text)}</div>`,
    remark,
    ...links.map(
      ({ label, url }) =>
        `<p><a href="${escapeHtml(url)}" rel="noopener noreferrer">${escapeHtml(label)}</a></p>`,
    ),
  ];
  const head = `<meta charset="utf-8"><title>${escapeHtml(subject)}</title>`;
  const body = blocks.filter(Boolean).join('\n');
  return `<!doctype html>\n<html lang="en"><head>${head}</head>\n<body>\n${body}\n</body></html>\n`;
}
