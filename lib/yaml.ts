import { Worker } from 'node:worker_threads';
import { stringify } from 'yaml';
import { locateFields, yamlToJson } from './yaml-thread.mjs';
import type { YamlAnswer, YamlPosition, YamlProblem } from './yaml-thread.mjs';

export type { YamlProblem };

/** Depth 64 as for JSON; one document needs few aliases, a bomb needs many (reliability M12). */
const limits = { maxDepth: 64, maxAliases: 100 };

/** Texts above this length are parsed in a thread: 200 kB take about 100 ms. */
const threadAboveCharacters = 64 * 1024;

/** A thread that takes longer than this on one text is ended and the text refused. */
const threadTimeoutMs = 10_000;

/**
 * Turns untrusted YAML into JSON text, or says what is wrong and where; never throws on any input.
 * Large texts do not hold up the event loop.
 */
export function parseYaml(text: string): Promise<YamlAnswer> {
  return text.length > threadAboveCharacters
    ? (inThread({ text, limits }) as Promise<YamlAnswer>)
    : Promise.resolve(yamlToJson(text, limits));
}

/** Positions in longer texts take seconds and more memory than a thread has. */
const locatedUpToCharacters = 1024 * 1024;

/**
 * Where the members with these paths (`schema[0].name`) stand in a YAML text that was accepted before, or the innermost
 * object or list around one that is missing; empty when that would take too long. Large texts do not hold up the event
 * loop.
 */
export async function locateInYaml(
  text: string,
  fields: readonly string[],
): Promise<readonly YamlPosition[]> {
  if (text.length > locatedUpToCharacters) return [];
  if (text.length <= threadAboveCharacters) return locateFields(text, fields);
  const positions = await inThread({ text, fields });
  return Array.isArray(positions) ? (positions as YamlPosition[]) : [];
}

/** What the thread is asked: to parse a text, or where members stand in it. */
type Request = { text: string } & ({ limits: typeof limits } | { fields: readonly string[] });

type Thread = { worker: Worker; settle: (answer: unknown) => void };

let thread: Thread | undefined;
let queue: Promise<unknown> = Promise.resolve();

/** One thread, one text at a time: a second large upload waits instead of taking the other core. */
function inThread(request: Request): Promise<unknown> {
  const answer = queue.then(() => askThread(request));
  queue = answer;
  return answer;
}

function askThread(request: Request): Promise<unknown> {
  const current = (thread ??= startThread());
  return new Promise((resolve) => {
    const timer = setTimeout(() => endThread(current, 'takes too long to parse'), threadTimeoutMs);
    current.settle = (answer) => {
      clearTimeout(timer);
      current.worker.unref();
      resolve(answer);
    };
    current.worker.ref();
    current.worker.postMessage(request);
  });
}

function startThread(): Thread {
  const worker = new Worker(new URL('./yaml-thread.mjs', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  const started: Thread = { worker, settle: () => undefined };
  worker.on('message', (answer: unknown) => started.settle(answer));
  worker.on('error', (error: Error) => endThread(started, `cannot be parsed (${error.message})`));
  worker.on('exit', () => endThread(started, 'cannot be parsed'));
  return started;
}

function endThread(ended: Thread, message: string): void {
  if (thread === ended) thread = undefined;
  void ended.worker.terminate();
  ended.settle({ problem: { message, breaksRule: false } });
}

/** YAML for a parsed JSON value in its key order; strings that a YAML 1.1 reader would misread are quoted. */
export function writeYaml(value: unknown): string {
  return stringify(value, {
    version: '1.2',
    lineWidth: 0,
    compat: 'yaml-1.1',
    aliasDuplicateObjects: false,
  });
}
