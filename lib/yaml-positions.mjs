import { EVENT_ID } from 'js-yaml';

/** Line and column of an offset, from 1. */
export function positionOf(text, offset) {
  const before = text.slice(0, offset);
  const breaks = before.match(/\r\n|\n|\r/g)?.length ?? 0;
  const lineStart = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1;
  return { line: breaks + 1, column: offset - lineStart + 1 };
}

/** Where the value of a document begins, of which there may be several. */
export function documentStart(events, document) {
  const starts = events.flatMap((event, place) =>
    event.type === EVENT_ID.DOCUMENT ? [startOf(events[place + 1])] : [],
  );
  return starts[document];
}

/** Where the first key begins that is an object or a list, or an alias of one. */
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

/** Whether the next event is that of a key; `around` are the collections and the document around it. */
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

/** Where a value begins, with its anchor and tag. */
function startOf(event) {
  const { start, valueStart, anchorStart, tagStart } = event;
  const starts = [start, valueStart, anchorStart - 1, tagStart].filter((offset) => offset >= 0);
  return starts.length > 0 ? Math.min(...starts) : undefined;
}
