import { CORE_SCHEMA, loadAll, parseEvents, YAMLException } from 'js-yaml';
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { complexKeyStart, positionOf } from './positions.mjs';

/** js-yaml counts aliases, not the values they expand to; a few nested aliases can expand to gigabytes. */
const maxNodes = 200_000;
const maxCharacters = 5 * 1024 * 1024;

class BrokenRule extends Error {}

/**
 * Parses untrusted YAML 1.2 (core schema, one document, trailing empty ones tolerated) into JSON text.
 * Answers `{ json }`, or `{ problem: { message, line, column } }` with line and column from 1.
 */
export function yamlToJson(text, limits) {
  try {
    const documents = loadAll(text, { schema: CORE_SCHEMA, ...limits });
    const [document, ...others] = documents;
    if (others.some((other) => other !== null && other !== undefined)) {
      throw new BrokenRule(
        'holds more than one YAML document: split it at its lines ---, and send each document by itself',
      );
    }
    const count = { nodes: 0, characters: 0 };
    checkNodes(document, count);
    return { json: JSON.stringify(document ?? null) };
  } catch (error) {
    return { problem: describeYamlError(error, text) };
  }
}

function checkNodes(value, count) {
  if (++count.nodes > maxNodes) throw new BrokenRule(`expands to more than ${maxNodes} values`);
  if (typeof value === 'string') countText(value, count);
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new BrokenRule('holds .inf or .nan, which JSON cannot express');
  }
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) checkNodes(item, count);
    return;
  }
  for (const name in value) {
    countText(name, count);
    checkNodes(value[name], count);
  }
}

function countText(text, count) {
  count.characters += text.length;
  if (count.characters > maxCharacters) throw new BrokenRule('expands to more than 5 MB');
}

/** Reasons of js-yaml for texts that are YAML but violate a limit or a rule of ours. */
const rules = ['duplicated mapping key', 'nesting exceeded', 'aliases exceeded'];

/** js-yaml's reason for a key that is an object or a list, without the position. */
const complexKey = 'object-based map does not support complex keys';

/** `breaksRule` distinguishes valid YAML from invalid; the message may quote the text. */
export function describeYamlError(error, text) {
  if (error instanceof RangeError) {
    return { message: 'is nested too deep, or refers to itself', breaksRule: true };
  }
  if (!(error instanceof YAMLException)) {
    return { message: String(error.message), breaksRule: error instanceof BrokenRule };
  }
  const { reason, mark } = error;
  if (reason === complexKey) {
    const start = complexKeyStart(text, parseEvents(text)) ?? 0;
    return {
      message: 'has a key that is not a string',
      breaksRule: true,
      ...positionOf(text, start),
    };
  }
  const breaksRule = rules.some((rule) => reason.startsWith(rule));
  return mark
    ? { message: reason, breaksRule, line: mark.line + 1, column: mark.column + 1 }
    : { message: reason, breaksRule };
}

/** Nothing is checked again, because `yamlToJson` accepted the text and bounded its nesting. */
const positionsOnly = { uniqueKeys: false, prettyErrors: false, logLevel: 'silent', strict: false };

/**
 * Locates members by paths like `schema[0].name` in a text that `yamlToJson` accepts: line and column, from 1, of the member's
 * name, of a list item, or of the innermost existing object or list if the member is missing.
 */
export function locateFields(text, fields) {
  const lines = new LineCounter();
  try {
    const document = parseDocument(text, { ...positionsOnly, lineCounter: lines });
    const root = document.contents;
    return fields.map((field) => {
      const { line, col } = lines.linePos(offsetOf(document, root, field, root?.range?.[0] ?? 0));
      return { line, column: col };
    });
  } catch {
    // Positions are optional; a failure to find them must not hide the actual problem.
    return [];
  }
}

function offsetOf(document, root, field, start) {
  let found = { node: root, rest: field, offset: start };
  for (let next = found; next; next = stepInto(document, found)) found = next;
  return found.offset;
}

/** Follows one name or index; undefined if the text has nothing more of the path. */
function stepInto(document, { node: written, rest, offset }) {
  const node = isAlias(written) ? written.resolve(document) : written;
  const index = /^\[(\d+)\]/.exec(rest);
  if (isSeq(node)) return index ? entryOf(node, index, rest, offset) : undefined;
  if (!isMap(node) || rest === '') return undefined;
  const found = index ? memberNamed(node, index, rest) : memberOf(node, rest.replace(/^\./, ''));
  if (!found) return undefined;
  return {
    node: found.pair.value,
    rest: found.behind,
    offset: found.pair.key.range?.[0] ?? offset,
  };
}

function entryOf(list, [written, position], rest, offset) {
  const node = list.items[Number(position)];
  return node && { node, rest: rest.slice(written.length), offset: node.range?.[0] ?? offset };
}

const nameOf = (pair) => (isScalar(pair.key) ? String(pair.key.value) : '');

function memberNamed(map, [written, name], rest) {
  const pair = map.items.find((candidate) => nameOf(candidate) === name);
  return pair && { pair, behind: rest.slice(written.length) };
}

/** Names may contain dots and brackets, so the longest name that is a prefix of the path wins. */
function memberOf(map, path) {
  const fitting = map.items
    .filter((pair) => isScalar(pair.key) && path.startsWith(nameOf(pair)))
    .filter((pair) => ['', '.', '['].includes(path.charAt(nameOf(pair).length)))
    .sort((one, other) => nameOf(other).length - nameOf(one).length);
  const [pair] = fitting;
  return pair && { pair, behind: path.slice(nameOf(pair).length) };
}
