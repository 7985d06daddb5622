/**
 * Entry of a process that parses one JSON text and answers once: `{ text }`, the requested members as JSON, their entries without
 * the names to leave out, or `{ problem }`. The answer is text because the parent would otherwise deserialize objects, whose
 * depth or size could break it where the error cannot be caught.
 */
process.on('message', (request) => process.send(answer(request)));

// The parent ends this process; a signal to the whole process group must not fail the read of a parent that is draining.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);

const isContainer = (value) => typeof value === 'object' && value !== null;
const isObject = (value) => isContainer(value) && !Array.isArray(value);

function answer({ bytes, sections, leaveOut, maxValues, maxDepth }) {
  const document = parse(bytes);
  if (document === undefined) return { problem: 'is not valid JSON' };
  if (!isObject(document)) return { problem: 'is not a JSON object' };
  const found = Object.fromEntries(sections.map((name) => [name, document[name]]));
  for (const section of Object.values(found).filter(isObject)) {
    for (const entry of Object.values(section).filter(isObject)) {
      for (const name of leaveOut) delete entry[name];
    }
  }
  const problem = findExcess(found, maxValues, maxDepth);
  return problem === undefined ? { text: JSON.stringify(found) } : { problem };
}

function parse(bytes) {
  try {
    return JSON.parse(new TextDecoder('utf-8', { ignoreBOM: false }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** Walks level by level, because recursion would overflow the stack on the very documents it must detect. */
function findExcess(value, maxValues, maxDepth) {
  let count = 0;
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return `is nested more than ${maxDepth} levels deep`;
    const next = [];
    for (const container of level) {
      count += Array.isArray(container) ? container.length : Object.keys(container).length;
      if (count > maxValues) return `has more than ${maxValues} members and items`;
      for (const child of Object.values(container)) if (isContainer(child)) next.push(child);
    }
    level = next;
  }
  return undefined;
}
