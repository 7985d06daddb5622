import type { Scalar, Threshold } from '../../../../domain/standards/odcs/contract-model.ts';
import { markup } from '../../shapes/text/html-text.ts';
import type { Html } from '../../shapes/text/html-text.ts';

/** Two columns of names and values; entries without a value are left out. */
export function facts(
  entries: readonly (readonly [name: string, value: string | Html | undefined])[],
): Html | undefined {
  const said = entries.filter(([, value]) => value !== undefined && value !== '');
  if (said.length === 0) return undefined;
  return markup`<dl>
    ${said.map(
      ([name, value]) =>
        markup`<dt>${name}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`;
}

/** A text with its lines. */
export function paragraph(text: string | undefined): Html | undefined {
  return text === undefined ? undefined : markup`<p class="text">${text.trim()}</p>`;
}

/** Labels in a row. */
export function marks(labels: readonly Html[]): Html | undefined {
  if (labels.length === 0) return undefined;
  return markup`<ul class="marks">
    ${labels.map((label) => markup`<li>${label}</li>`)}
  </ul>`;
}

export const mark = (text: string): Html => markup`<span class="mark">${text}</span>`;
export const keyMark = (text: string): Html => markup`<span class="mark key">${text}</span>`;

/** An address that can be followed from any page, as a link; other addresses as text. */
export function link(url: string, text: string = url): Html {
  if (!isFollowable(url)) return markup`${text === url ? text : `${text} (${url})`}`;
  return markup`<a href="${url}" rel="noopener noreferrer nofollow">${text}</a>`;
}

function isFollowable(url: string): boolean {
  if (!/^(?:https?:\/\/|mailto:)/i.test(url) || /[\s\p{C}]/u.test(url)) return false;
  return URL.canParse(url) && !/^https?:\/\/[^/]*@/i.test(url);
}

const operatorTerms: Readonly<Record<Threshold['operator'], string>> = {
  '=': 'is',
  '!=': 'is not',
  '>': 'is more than',
  '>=': 'is at least',
  '<': 'is less than',
  '<=': 'is at most',
  between: 'is between',
  'not between': 'is not between',
};

const shown = (value: Scalar): string => (value === '' ? '(empty)' : String(value));

/** `is at most 5 percent`. */
export function thresholdText(threshold: Threshold, unit: string): string {
  const value =
    'value' in threshold ? shown(threshold.value) : `${threshold.low} and ${threshold.high}`;
  return `${operatorTerms[threshold.operator]} ${value}${unit === 'percent' ? ' percent' : ''}`;
}

/** Any value on one line, whole. */
export function valueText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
