import DOMPurify from 'dompurify';
import { marked } from 'marked';
import { useMemo } from 'react';

const purifier = DOMPurify(window);

const linkable = /^(?:https?:|mailto:)/iu;

/** No images from elsewhere, which would tell their server who reads: they become links. */
purifier.addHook('uponSanitizeElement', (node) => {
  if (!(node instanceof HTMLImageElement)) return;
  const source = node.getAttribute('src') ?? '';
  if (source.startsWith('data:image/')) return;
  const link = document.createElement('a');
  link.textContent = node.alt || source;
  if (linkable.test(source)) link.href = source;
  node.replaceWith(link);
});

purifier.addHook('afterSanitizeAttributes', (node) => {
  // The rule for addresses is that of images, too; a link to `data:` is none.
  if (node instanceof HTMLAnchorElement && !linkable.test(node.getAttribute('href') ?? '')) {
    node.removeAttribute('href');
  }
  if (node instanceof HTMLAnchorElement && node.hasAttribute('href')) {
    node.setAttribute('rel', 'noopener noreferrer nofollow');
    node.classList.add('link');
  }
  // Bidirectional overrides must not reorder what stands around the text.
  if (node instanceof HTMLElement) node.removeAttribute('dir');
});

/** What texts may consist of; everything else stays visible as the text that it is. */
const elements = (
  'a abbr b blockquote br caption center cite code col colgroup dd del details dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 ' +
  'hr i img ins kbd li mark ol p pre q rp rt ruby s samp small span strong sub summary sup table tbody td tfoot th thead time tr tt ' +
  'u ul var wbr'
).split(' ');
const known: ReadonlySet<string> = new Set(elements);

const allowed = {
  ALLOWED_TAGS: elements,
  ALLOWED_ATTR:
    'align alt cite colspan datetime height href lang open reversed rowspan scope span src start summary title type value width'.split(
      ' ',
    ),
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|data:image\/(?:png|gif|jpeg|webp);)/iu,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

/**
 * Takes elements and attributes that run or load something out of HTML before the purifier parses it. It would remove them without
 * running them, but Chromium reports each as refused by the content security policy while the text is parsed. A word joiner inside of
 * its name makes an attribute unknown, which the purifier removes.
 */
function disarm(html: string): string {
  return html
    .replaceAll(/<(?=\/?([a-z][^\s/>]*))/giu, (tag: string, name: string) =>
      known.has(name.toLowerCase()) ? tag : '&lt;',
    )
    .replaceAll(/([\s/"'](?:o(?=n[a-z]*\s*=)|s(?=tyle\s*=)))/giu, '$1\u2060');
}

marked.use({ renderer: { html: ({ text }) => disarm(text) } });

/** Undefined for a text that is nested so deeply that it cannot be read as Markdown. */
function sanitized(text: string): string | undefined {
  try {
    return purifier.sanitize(marked.parse(text, { async: false }), allowed);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The only place that writes HTML of others into the page. */
export function SanitizedHtml({ text }: { text: string }) {
  const html = useMemo(() => sanitized(text), [text]);
  if (html === undefined) return <p className="plain">{text}</p>;
  // oxlint-disable-next-line react/no-danger -- sanitized in the function above
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}
