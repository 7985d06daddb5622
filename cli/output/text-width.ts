const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** East Asian wide characters and emoji take two cells of a terminal. */
const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u;

/** Cells of a terminal that a text takes. */
export function widthOf(text: string): number {
  if (/^[\u0020-\u007e]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += wide.test(segment) ? 2 : 1;
  return width;
}

/** The text, or its beginning and an ellipsis if it is wider than `width`. */
export function cutToWidth(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = '';
  let used = 0;
  for (const { segment } of segmenter.segment(text)) {
    used += widthOf(segment);
    if (used > width - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

/** The text with spaces up to `width`. */
export function padToWidth(text: string, width: number, right = false): string {
  const spaces = ' '.repeat(Math.max(0, width - widthOf(text)));
  return right ? spaces + text : text + spaces;
}
