import { Marked } from 'marked';
import sanitizeHtml from 'sanitize-html';
import { escapeHtml } from '../../lib/escape-html.ts';

/** HTML in Markdown is shown as text: components often report XML or an HTML error page. */
const marked = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    html: ({ text }) => escapeHtml(text),
    // Loading an image would reveal the reader of the mail to its server.
    image: ({ href, text }) => `${escapeHtml(text)} (${escapeHtml(href)})`,
  },
});

const allowedTags = [
  'p br hr strong em del code pre blockquote a ul ol li h1 h2 h3 h4 h5 h6',
  'table thead tbody tr th td',
].flatMap((names) => names.split(' '));

/** Renders untrusted Markdown as passive HTML: no script, style, picture, form or frame. */
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

/**
 * Maximum number of emphasis marks; the parser compares marks with each other, and only generated texts have
 * more.
 */
const maxMarks = 2_000;

/** Text that is nested too deep, or would take too long to parse, is shown unchanged. */
function parse(markdown: string): string {
  const written = `<pre>${escapeHtml(markdown)}</pre>`;
  if ((markdown.match(/[*_~]/g)?.length ?? 0) > maxMarks) return written;
  try {
    return marked.parse(markdown, { async: false });
  } catch {
    return written;
  }
}
