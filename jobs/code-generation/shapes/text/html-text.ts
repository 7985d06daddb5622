import { escapeHtml } from '../../../../lib/escape-html.ts';

/** Text that is HTML already. */
export type Html = { readonly html: string };

type Part = string | number | Html | undefined | false | readonly Part[];

/** Characters that a page must not show: controls, lone surrogates and characters that change the text direction. */
const unshowable = /(?![\t\n])\p{Cc}|[\u202a-\u202e\u2066-\u2069\ufffe\uffff]|\p{Cs}/gu;

function written(part: Part): string {
  if (part === undefined || part === false) return '';
  if (typeof part === 'number') return String(part);
  if (typeof part === 'string') {
    const lines = part.replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n');
    return escapeHtml(lines.replaceAll(unshowable, ''));
  }
  return isHtml(part) ? part.html : part.map(written).join('');
}

const isHtml = (part: Html | readonly Part[]): part is Html => 'html' in part;

/** An HTML template: values are escaped as text, unless they are `Html`. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const texts = strings.map(
    (text, index) => text + (index < parts.length ? written(parts[index]) : ''),
  );
  return { html: texts.join('') };
}
