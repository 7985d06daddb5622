import { parentPort } from 'node:worker_threads';
import { CORE_SCHEMA, loadAll, parseEvents, YAMLException } from 'js-yaml';
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { complexKeyStart, positionOf } from './yaml-positions.mjs';

/** js-yaml counts aliases, not what they expand to; a few nested ones can still mean gigabytes. */
const maxNodes = 200_000;
const maxCharacters = 5 * 1024 * 1024;

class BrokenRule extends Error {}

/**
 * Parses untrusted YAML 1.2 (core schema, one document, trailing empty ones tolerated) into JSON text.
 * Answers `{ json }`, or `{ problem: { message, line, column } }` with line and column from 1.
 * Runs in the calling thread when imported, and answers messages when it is a worker thread's entry.
 */
export function yamlToJson(text, limits) {
  try {
    const documents = loadAll(text, { schema: CORE_SCHEMA, ...limits });
    const [document, ...others] = documents;
    if (others.some((other) => other !== null && other !== undefined)) {
      throw new BrokenRule('holds more than one YAML document');
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
  for (const [name, member] of Object.entries(value)) {
    if (!Array.isArray(value)) countText(name, count);
    checkNodes(member, count);
  }
}

function countText(text, count) {
  count.characters += text.length;
  if (count.characters > maxCharacters) throw new BrokenRule('expands to more than 5 MB');
}

/** Reasons of js-yaml for texts that are YAML but break a limit or a rule of ours. */
const rules = ['duplicated mapping key', 'nesting exceeded', 'aliases exceeded'];

/** What the library says of a key that is an object or a list, without its place. */
const complexKey = 'object-based map does not support complex keys';

/** `breaksRule` tells texts that parse from those that do not; the message may quote the text. */
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
    return { message: 'has a key that is no text', breaksRule: true, ...positionOf(text, start) };
  }
  const breaksRule = rules.some((rule) => reason.startsWith(rule));
  return mark
    ? { message: reason, breaksRule, line: mark.line + 1, column: mark.column + 1 }
    : { message: reason, breaksRule };
}

/** Nothing is checked again: `yamlToJson` accepted the text, and bounded its nesting. */
const positionsOnly = { uniqueKeys: false, prettyErrors: false, logLevel: 'silent', strict: false };

/**
 * Where members stand in a text that `yamlToJson` accepts, by paths like `schema[0].name`: line and column, from 1, of
 * the member's name, of an entry, or of the innermost object or list that is there when the member itself is missing.
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
    // Positions are a help; that they cannot be found must not hide what is wrong.
    return [];
  }
}

function offsetOf(document, root, field, start) {
  let place = { node: root, rest: field, offset: start };
  for (let next = place; next; next = stepInto(document, place)) place = next;
  return place.offset;
}

/** One name or index further down, or undefined where the text has nothing more of the path. */
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

/** Names may hold dots and brackets themselves: the longest one with which the path begins is meant. */
function memberOf(map, path) {
  const fitting = map.items
    .filter((pair) => isScalar(pair.key) && path.startsWith(nameOf(pair)))
    .filter((pair) => ['', '.', '['].includes(path.charAt(nameOf(pair).length)))
    .sort((one, other) => nameOf(other).length - nameOf(one).length);
  const [pair] = fitting;
  return pair && { pair, behind: path.slice(nameOf(pair).length) };
}

function answer({ text, limits, fields }) {
  return fields ? locateFields(text, fields) : yamlToJson(text, limits);
}

parentPort?.on('message', (request) => parentPort.postMessage(answer(request)));
