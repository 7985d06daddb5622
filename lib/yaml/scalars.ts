import { constructFromEvents, CORE_SCHEMA, EVENT_ID, getScalarValue } from 'js-yaml';
import type { Event, ScalarEvent } from 'js-yaml';
import { beforeBreak, beforeSpace } from './gaps.ts';

const keepChomping = 3;
const literalStyle = 4;

/** The span of a block scalar from its `|` or `>`; `from` is the offset where its anchor or tag may begin. */
export function blockTextSpan(
  text: string,
  event: ScalarEvent,
  from: number,
): { start: number; end: number } {
  const { anchorEnd, tagEnd, valueStart, valueEnd, style, chomping } = event;
  const behindNames = Math.max(from, anchorEnd, tagEnd);
  const mark = text.indexOf(style === literalStyle ? '|' : '>', behindNames);
  const end =
    chomping === keepChomping
      ? beforeBreak(text, valueEnd)
      : beforeSpace(text, valueStart, valueEnd);
  return { start: Math.max(behindNames, mark), end };
}

/** True if a name is an unquoted `<<`. */
export function isMergeKey(
  text: string,
  { style, tagStart, valueStart, valueEnd }: ScalarEvent,
): boolean {
  const isPlain = style === 1 && tagStart < 0;
  return isPlain && valueEnd - valueStart === 2 && text.startsWith('<<', valueStart);
}

/** Names that are strings as written, and small whole numbers, which become their digits. */
const plainName = /^(?:[A-Za-z_][\w .:/@-]*|0|[1-9]\d{0,14})$/;

/** The name of the member in the parsed value; js-yaml decides unless the name is certainly a string. */
export function nameOf(text: string, event: ScalarEvent): string {
  const written = event.valueStart < 0 ? '' : getScalarValue(text, event);
  const isText =
    event.style !== 1 || (plainName.test(written) && !/^(true|false|null)$/i.test(written));
  if (isText && event.tagStart < 0) return written;
  const events: Event[] = [
    { type: EVENT_ID.DOCUMENT, explicitStart: false, explicitEnd: false, directives: [] },
    { ...event, anchorStart: -1, anchorEnd: -1 },
    { type: EVENT_ID.POP },
  ];
  return String(constructFromEvents(events, { schema: CORE_SCHEMA, source: text })[0]);
}
