import type { Notice } from '../notice.ts';
import { oneLine, severalLines } from '../plain-text.ts';
import { mailBlocks } from '../render-text.ts';
import type { MailBlock, MailPart } from '../render-text.ts';
import type { MailType } from './mail-types.ts';

/** Subject and body of a mail, with placeholders such as `{{consumer}}`. */
export type MailText = { subject: string; body: string };

/** The text of mails that the organization has not written: everything that the notice says. */
export const builtInText: MailText = {
  subject: '{{subject}}',
  body: mailBlocks.map((block) => `{{${block}}}`).join('\n\n'),
};

const placeholder = /\{\{([^{}]*)\}\}/g;
const isBlock = (name: string): name is MailBlock =>
  (mailBlocks as readonly string[]).includes(name);
const paragraphsOf = (body: string): string[] =>
  body
    .replaceAll('\r\n', '\n')
    .split(/\n[ \t]*\n+/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
const namesIn = (text: string): string[] =>
  [...text.matchAll(placeholder)].map(([, name = '']) => name.trim());

/** The block that a paragraph stands for; undefined for other paragraphs. */
function blockOf(paragraph: string): MailBlock | undefined {
  const [, name = ''] = /^\{\{([^{}]*)\}\}$/.exec(paragraph) ?? [];
  const trimmed = name.trim();
  return isBlock(trimmed) ? trimmed : undefined;
}

/** Problems of the placeholders of a text: unknown names, and parts of the mail that are not a paragraph of their own. */
export function placeholderProblems(
  type: MailType,
  { subject, body }: MailText,
): { member: keyof MailText; message: string }[] {
  const known = ['subject', ...type.variables.map(({ name }) => name)];
  const problemOf = (name: string): string | undefined => {
    if (isBlock(name)) return `has {{${name}}}, which must be a paragraph of its own in the body`;
    if (known.includes(name)) return undefined;
    const all = [...known, ...mailBlocks].map((each) => `{{${each}}}`).join(', ');
    return `has the unknown placeholder {{${name}}}; known are ${all}`;
  };
  const inline = paragraphsOf(body).filter((paragraph) => blockOf(paragraph) === undefined);
  const problems = (member: keyof MailText, texts: readonly string[]) =>
    texts
      .flatMap(namesIn)
      .map(problemOf)
      .filter((message) => message !== undefined)
      .map((message) => ({ member, message }));
  return [...problems('subject', [subject]), ...problems('body', inline)];
}

/**
 * Subject and parts of a mail. Values are put in once, as text: a placeholder or a mark in a value stays what it is. A paragraph
 * whose values are all missing is left out.
 */
export function fillMail(
  { subject, body }: MailText,
  notice: Notice,
  { data, type }: { data: Readonly<Record<string, unknown>>; type: MailType },
): { subject: string; parts: MailPart[] } {
  const names = new Set(type.variables.map(({ name }) => name));
  const valueOf = (name: string): string => {
    if (name === 'subject') return notice.subject;
    const value = names.has(name) ? data[name] : undefined;
    return typeof value === 'string' || typeof value === 'number'
      ? oneLine(String(value), 1_000)
      : '';
  };
  const fill = (text: string): string =>
    text.replaceAll(placeholder, (_, name: string) => valueOf(name.trim()));
  const parts = paragraphsOf(body).flatMap((paragraph): MailPart[] => {
    const block = blockOf(paragraph);
    if (block !== undefined) return [{ block }];
    const text = severalLines(fill(paragraph)).trim();
    return text === '' ? [] : [{ text }];
  });
  return { subject: oneLine(fill(subject), 300) || notice.subject, parts };
}
