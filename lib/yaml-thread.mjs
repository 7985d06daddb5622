import { parentPort } from 'node:worker_threads';
import { CORE_SCHEMA, loadAll, YAMLException } from 'js-yaml';

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
    return { problem: describe(error) };
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

/** `breaksRule` tells texts that parse from those that do not; the message may quote the text. */
function describe(error) {
  if (!(error instanceof YAMLException)) {
    return { message: String(error.message), breaksRule: error instanceof BrokenRule };
  }
  const { reason, mark } = error;
  const breaksRule = rules.some((rule) => reason.startsWith(rule));
  return mark
    ? { message: reason, breaksRule, line: mark.line + 1, column: mark.column + 1 }
    : { message: reason, breaksRule };
}

parentPort?.on('message', ({ text, limits }) => parentPort.postMessage(yamlToJson(text, limits)));
