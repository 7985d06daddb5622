import { parentPort, workerData } from 'node:worker_threads';

/**
 * Parses a JSON text and answers once: `{ sections }` with the members that were asked for, the entries of each without the names
 * to leave out, or `{ problem }`.
 */
const { bytes, sections, leaveOut } = workerData;

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

function read() {
  const document = JSON.parse(new TextDecoder('utf-8', { ignoreBOM: false }).decode(bytes));
  if (!isObject(document)) return { problem: 'is no JSON object' };
  const found = Object.fromEntries(sections.map((name) => [name, document[name]]));
  for (const section of Object.values(found).filter(isObject)) {
    for (const entry of Object.values(section).filter(isObject)) {
      for (const name of leaveOut) delete entry[name];
    }
  }
  return { sections: found };
}

function answer() {
  try {
    return read();
  } catch {
    return { problem: 'is no JSON' };
  }
}

parentPort.postMessage(answer());
