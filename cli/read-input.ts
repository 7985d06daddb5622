import fs from 'node:fs/promises';
import path from 'node:path';
import { Failure, wrongUsage } from './failure.ts';
import type { Surroundings } from './surroundings.ts';

/** A text of a file or of standard input, and the content type that it is sent with. */
export type Input = { text: string; contentType: string; name: string };

/** Reads the file, or standard input for `-`. */
export async function readInput(file: string, surroundings: Surroundings): Promise<Input> {
  if (file === '-') {
    if (surroundings.stdin.isTTY)
      throw wrongUsage('Nothing is piped into standard input: name a file instead of -.');
    const text = await readAll(surroundings.stdin);
    return { text, contentType: typeOf(text, ''), name: 'standard input' };
  }
  const name = path.resolve(surroundings.workingDir, file);
  try {
    const text = await fs.readFile(name, 'utf8');
    return { text, contentType: typeOf(text, path.extname(name)), name: file };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Failure(code === 'ENOENT' ? `There is no file ${file}.` : `${file}: ${message}`);
  }
}

/** All of a stream as text. */
export async function readAll(stream: AsyncIterable<unknown>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream)
    chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Buffer));
  return Buffer.concat(chunks).toString('utf8');
}

const types: Record<string, string> = {
  '.ttl': 'text/turtle',
  '.jsonld': 'application/ld+json',
  '.rdf': 'application/rdf+xml',
  '.ndjson': 'application/x-ndjson',
  '.json': 'application/json',
};

function typeOf(text: string, extension: string): string {
  return types[extension] ?? (/^\s*[[{]/.test(text) ? 'application/json' : 'application/yaml');
}

/** The value of a JSON or YAML text. */
export async function parseInput({ text, contentType, name }: Input): Promise<unknown> {
  if (contentType === 'application/json') {
    try {
      return JSON.parse(text);
    } catch (error) {
      throw new Failure(`${name} is not JSON: ${(error as Error).message}`);
    }
  }
  // Loaded here, because it takes longer than the rest of a call.
  const { parseYaml } = await import('../lib/yaml/yaml.ts');
  const read = parseYaml(text);
  if (read.problem === undefined) return JSON.parse(read.json);
  const { line, message } = read.problem;
  throw new Failure(`${name}${line === undefined ? '' : `, line ${line}`}: ${message}`);
}
