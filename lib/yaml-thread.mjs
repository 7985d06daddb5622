import { parentPort } from 'node:worker_threads';
import { CORE_SCHEMA, loadAll, YAMLException } from 'js-yaml';

/** js-yaml counts aliases, not what they expand to; a few nested ones can still mean millions of nodes. */
const maxNodes = 200_000;

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
      return { problem: { message: 'holds more than one YAML document' } };
    }
    const count = { nodes: 0 };
    checkNodes(document, count);
    return { json: JSON.stringify(document ?? null) };
  } catch (error) {
    return { problem: describe(error) };
  }
}

function checkNodes(value, count) {
  if (++count.nodes > maxNodes) throw new Error(`expands to more than ${maxNodes} values`);
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new Error('holds .inf or .nan, which JSON cannot express');
  }
  if (typeof value !== 'object' || value === null) return;
  for (const member of Object.values(value)) checkNodes(member, count);
}

function describe(error) {
  if (!(error instanceof YAMLException)) return { message: String(error.message) };
  const { reason, mark } = error;
  return mark
    ? { message: reason, line: mark.line + 1, column: mark.column + 1 }
    : { message: reason };
}

parentPort?.on('message', ({ text, limits }) => parentPort.postMessage(yamlToJson(text, limits)));
