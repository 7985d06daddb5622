import { EVENT_ID } from 'js-yaml';

/** Line and column of an offset, from 1. */
export function positionOf(text, offset) {
  const before = text.slice(0, offset);
  const breaks = before.match(/\r\n|\n|\r/g)?.length ?? 0;
  const lineStart = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1;
  return { line: breaks + 1, column: offset - lineStart + 1 };
}

/** The offset of the value of a document; a text may have several documents. */
export function documentStart(events, document) {
  const starts = events.flatMap((event, index) =>
    event.type === EVENT_ID.DOCUMENT ? [startOf(events[index + 1])] : [],
  );
  return starts[document];
}

/** The offset of the first key that is an object, a list, or an alias of one. */
export function complexKeyStart(text, events) {
  const around = [];
  const anchors = new Set();
  const anchorOf = ({ anchorStart, anchorEnd }) =>
    anchorStart >= 0 ? text.slice(anchorStart, anchorEnd) : undefined;
  const isComplex = (event) =>
    isCollection(event) || (event.type === EVENT_ID.ALIAS && anchors.has(anchorOf(event)));
  const found = events.find((event) => {
    if (isKey(event, around) && isComplex(event)) return true;
    if (isCollection(event)) anchors.add(anchorOf(event));
    return false;
  });
  return found && startOf(found);
}

/** True if the next event is a key; `around` are the enclosing collections and document. */
function isKey(event, around) {
  if (event.type === EVENT_ID.POP) {
    around.pop();
    return false;
  }
  const within = around.at(-1);
  const isEven = within?.isMap === true && within.parts++ % 2 === 0;
  if (isCollection(event) || event.type === EVENT_ID.DOCUMENT) {
    around.push({ isMap: event.type === EVENT_ID.MAPPING, parts: 0 });
  }
  return isEven;
}

const isCollection = ({ type }) => type === EVENT_ID.MAPPING || type === EVENT_ID.SEQUENCE;

/** The offset of a value, including its anchor and tag. */
function startOf(event) {
  const { start, valueStart, anchorStart, tagStart } = event;
  const starts = [start, valueStart, anchorStart - 1, tagStart].filter((offset) => offset >= 0);
  return starts.length > 0 ? Math.min(...starts) : undefined;
}
