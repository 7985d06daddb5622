import { Marked } from 'marked';
import sanitizeHtml from 'sanitize-html';
import { escapeHtml } from '../../lib/escape-html.ts';

/** HTML in Markdown is shown as it was written: what components report is often XML or a page of an error. */
const marked = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    html: ({ text }) => escapeHtml(text),
    // A picture would tell its server who reads the mail.
    image: ({ href, text }) => `${escapeHtml(text)} (${escapeHtml(href)})`,
  },
});

const allowedTags = [
  'p br hr strong em del code pre blockquote a ul ol li h1 h2 h3 h4 h5 h6',
  'table thead tbody tr th td',
].flatMap((names) => names.split(' '));

/** Foreign Markdown as HTML that can do nothing but be read: no script, style, picture, form or frame. */
export function renderMarkdown(markdown: string): string {
  return sanitizeHtml(parse(markdown), {
    allowedTags,
    allowedAttributes: { a: ['href', 'rel'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    transformTags: {
      a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer nofollow' }),
    },
  });
}

/** The parser compares marks of emphasis with each other; beyond so many that takes long, and nobody wrote them by hand. */
const mostMarks = 2_000;

/** What the parser cannot read, because it is nested too deeply, or would read too long, is shown as it was written. */
function parse(markdown: string): string {
  const written = `<pre>${escapeHtml(markdown)}</pre>`;
  if ((markdown.match(/[*_~]/g)?.length ?? 0) > mostMarks) return written;
  try {
    return marked.parse(markdown, { async: false });
  } catch {
    return written;
  }
}
