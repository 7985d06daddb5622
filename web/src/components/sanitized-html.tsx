import DOMPurify from 'dompurify';
import { marked } from 'marked';

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
  if (node instanceof HTMLAnchorElement && node.hasAttribute('href')) {
    node.setAttribute('rel', 'noopener noreferrer nofollow');
    node.classList.add('link');
  }
  // Bidirectional overrides must not reorder what stands around the text.
  if (node instanceof HTMLElement) node.removeAttribute('dir');
});

const allowed = {
  USE_PROFILES: { html: true },
  FORBID_TAGS: [
    'style',
    'form',
    'input',
    'button',
    'textarea',
    'select',
    'audio',
    'video',
    'iframe',
  ],
  FORBID_ATTR: ['style', 'class', 'id', 'name', 'srcset', 'background'],
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|data:image\/(?:png|gif|jpeg|webp);)/iu,
  ALLOW_DATA_ATTR: false,
};

/** The only place that writes HTML of others into the page. */
export function SanitizedHtml({ text }: { text: string }) {
  const html = purifier.sanitize(marked.parse(text, { async: false }), allowed);
  // oxlint-disable-next-line react/no-danger -- sanitized in the line above
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}
