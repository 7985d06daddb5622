import { constructFromEvents, CORE_SCHEMA, EVENT_ID, getScalarValue } from 'js-yaml';
import type { Event, ScalarEvent } from 'js-yaml';
import { beforeBreak, beforeSpace } from './yaml-gaps.ts';

const keepChomping = 3;
const literalStyle = 4;

/** Where a block scalar is written, from its `|` or `>`; `from` is where its anchor, its tag or itself may begin. */
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

/** Whether a name is an unquoted `<<`. */
export function isMergeKey(
  text: string,
  { style, tagStart, valueStart, valueEnd }: ScalarEvent,
): boolean {
  const isPlain = style === 1 && tagStart < 0;
  return isPlain && valueEnd - valueStart === 2 && text.startsWith('<<', valueStart);
}

/** Names that are text as they stand, and small whole numbers, which become their own digits. */
const plainName = /^(?:[A-Za-z_][\w .:/@-]*|0|[1-9]\d{0,14})$/;

/** The name that the member has in the value: what is not certainly text is asked of the library. */
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
