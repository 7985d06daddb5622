import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Figure } from '../figures.ts';
import { readCatalog, readQuestions } from './read-corpus.ts';
import type { CorpusDocument, Question } from './read-corpus.ts';

/** Share of the expected documents that are among the first ten results, as a mean over the questions. */
const minRecall = 0.9;
const size = 10;

const files = { first: 'first.yaml', second: 'second.yaml' };

/** An address of the API with a key of an organization. */
export type Target = { address: string; key: string };

/** Stores the demo and the corpus, asks every question and returns the recall of each file. */
export async function measureRecall(target: Target, rootDir: string): Promise<Figure[]> {
  const folder = path.join(rootDir, 'bench/data/search-questions');
  for (const document of await readCatalog(rootDir, folder)) await store(target, document);
  const figures: Figure[] = [];
  for (const [name, file] of Object.entries(files)) {
    if (!existsSync(path.join(folder, file))) continue;
    figures.push(await recallOf(target, name, readQuestions(folder, file)));
  }
  return figures;
}

async function store({ address, key }: Target, { path: at, content }: CorpusDocument) {
  const answer = await fetch(address + at, {
    method: 'PUT',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(content),
  });
  if (!answer.ok) throw new Error(`${at}: ${answer.status} ${await answer.text()}`);
}

async function recallOf(
  target: Target,
  name: string,
  questions: readonly Question[],
): Promise<Figure> {
  let sum = 0;
  for (const { ask, expect } of questions) {
    const found = await search(target, ask);
    const missed = expect.filter((id) => !found.includes(id));
    sum += 1 - missed.length / expect.length;
    if (missed.length > 0) {
      process.stderr.write(`search: "${ask}" misses ${missed.join(', ')}: ${found.join(', ')}\n`);
    }
  }
  const recall = sum / questions.length;
  return {
    what: `Recall among the first ${size} results, ${name} ${questions.length} questions`,
    ours: recall.toFixed(3),
    limit: '–',
    ratio: undefined,
    demand: `≥ ${minRecall}`,
    met: recall >= minRecall,
  };
}

async function search({ address, key }: Target, query: string): Promise<string[]> {
  const parameters = new URLSearchParams({ query, size: String(size) });
  const answer = await fetch(`${address}/api/search?${parameters.toString()}`, {
    headers: { 'x-api-key': key },
  });
  if (!answer.ok) throw new Error(`"${query}": ${answer.status} ${await answer.text()}`);
  const { results } = (await answer.json()) as { results: { id: string }[] };
  return results.map(({ id }) => id);
}
