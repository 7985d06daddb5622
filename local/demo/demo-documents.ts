import fs from 'node:fs';
import path from 'node:path';

import { isObject } from '../../lib/json/json.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { parseYaml } from '../../lib/yaml/yaml.ts';
import { problem } from '../problem.ts';

/** A document of the demo with its variables filled in. */
export type DemoDocument = {
  id: string;
  /** Collection in the API, for example `datacontracts`. */
  collection: string;
  /** Name of the kind for people. */
  kind: (typeof folders)[number]['kind'];
  text: string;
  content: JsonObject;
};

export type DataLocations = { files: string; port: number };

/** Sorted so that referenced documents come first. */
const folders = [
  { name: 'teams', collection: 'teams', kind: 'team' },
  { name: 'tags', collection: 'tags', kind: 'tag' },
  { name: 'certifications', collection: 'certifications', kind: 'certification' },
  { name: 'policies', collection: 'policies', kind: 'policy' },
  { name: 'sourcesystems', collection: 'sourcesystems', kind: 'source system' },
  { name: 'definitions', collection: 'definitions', kind: 'definition' },
  { name: 'contracts', collection: 'datacontracts', kind: 'contract' },
  { name: 'products', collection: 'dataproducts', kind: 'product' },
  { name: 'example-data', collection: 'example-data', kind: 'example data entry' },
] as const;

/** The documents in examples/demo in a valid order for storing. */
export async function readDemoDocuments(
  rootDir: string,
  locations: DataLocations,
): Promise<DemoDocument[]> {
  const documents: DemoDocument[] = [];
  for (const { name, collection, kind } of folders) {
    const folder = path.join(rootDir, 'examples', 'demo', name);
    const found: DemoDocument[] = [];
    for (const file of fs.readdirSync(folder).sort()) {
      const text = fillIn(fs.readFileSync(path.join(folder, file), 'utf8'), locations);
      const content = await parse(path.join(folder, file), text);
      found.push({ id: content['id'] as string, collection, kind, text, content });
    }
    documents.push(...parentsFirst(found));
  }
  return documents;
}

/** Values are quoted for YAML; characters that a contract path would read as a pattern are escaped. */
function fillIn(text: string, { files, port }: DataLocations): string {
  const plain = files.replaceAll(/[*?[]/g, '[$&]');
  return text
    .replaceAll(/\$\{DEMO_FILES\}(\S*)/g, (_all, rest: string) => JSON.stringify(plain + rest))
    .replaceAll('${DEMO_PORT}', String(port));
}

async function parse(file: string, text: string): Promise<JsonObject> {
  const answer = parseYaml(text);
  const content: unknown = JSON.parse(answer.json ?? 'null');
  if (!isObject(content)) throw problem(`${file} is not a YAML document: restore it from git.`);
  return content as JsonObject;
}

function parentsFirst(documents: readonly DemoDocument[]): DemoDocument[] {
  const depth = (id: unknown): number => {
    const parent = documents.find((document) => document.id === id)?.content['parent'];
    return parent === undefined ? 0 : 1 + depth(parent);
  };
  return documents.toSorted((one, other) => depth(one.id) - depth(other.id));
}
