import fs from 'node:fs';
import path from 'node:path';
import type { Command, Context } from '../command.ts';
import { findKind } from '../documents/kinds.ts';
import { collections, isCollection } from '../files/collections.ts';
import { filesAt } from '../files/read-folder.ts';
import { writeFile } from '../files/write-file.ts';
import { wrongUsage } from '../failure.ts';
import { counted } from '../output/counted.ts';
import { readLines } from './read-lines.ts';
import { readStored } from './stored-documents.ts';
import type { StoredDocument } from './stored-documents.ts';

/** `concordat export`: `apply` and `import` accept what it writes. */
export const exportCommand: Command = {
  name: 'export',
  summary: 'Write documents of the catalog to files or to standard output',
  details:
    'With --dir each document is a file, in a folder for each kind: `concordat apply -f` of that folder changes nothing. Without it, standard output gets one stream, which `concordat import` accepts.',
  arguments: [{ name: '[kinds...]', help: 'only these kinds', completes: 'kinds' }],
  options: [
    { flags: '-d, --dir <path>', help: 'folder to write files into' },
    {
      flags: '--format <format>',
      help: 'of the stream',
      choices: ['ndjson', 'yaml'],
      default: 'ndjson',
    },
  ],
  examples: ['concordat export > catalog.ndjson', 'concordat export team contract --dir catalog'],
  run: async ({ arguments: given, texts }, context) => {
    const resources = given.length > 0 ? given.map(collectionOf) : collections;
    const { dir } = texts;
    if (dir !== undefined) return writeFiles(context, resources, dir);
    const query = { resource: resources, format: texts['format'] };
    const answer = await context.client().open({ method: 'GET', path: '/api/export', query });
    for await (const line of readLines(answer)) context.surroundings.stdout.write(`${line}\n`);
    return undefined;
  },
};

function collectionOf(kind: string): string {
  const { path: address } = findKind(kind);
  const collection = address.slice(address.lastIndexOf('/') + 1);
  if (isCollection(collection)) return collection;
  throw wrongUsage(`There is no export of ${kind}; the kinds are ${collections.join(', ')}.`);
}

async function writeFiles(context: Context, resources: readonly string[], dir: string) {
  const folder = path.resolve(context.surroundings.workingDir, dir);
  const progress = context.printer.progress('Writing');
  const written = new Set<string>();
  for await (const stored of readStored(context, resources)) {
    written.add(writeDocument(folder, stored));
    progress.update(written.size);
  }
  progress.end();
  const others = resources
    .map((resource) => path.join(folder, resource))
    .flatMap((each) => (fs.existsSync(each) ? filesAt(each) : []))
    .filter((file) => !written.has(file))
    .map((file) => path.relative(folder, file));
  return {
    value: { documents: written.size, dir, others },
    text: `${counted(written.size, 'document')} written to ${dir}.`,
    ...(others.length > 0 && { note: describeOthers(others, dir) }),
  };
}

const maxNamed = 5;

/** Files of an earlier export, whose documents `apply` would create again. */
function describeOthers(others: readonly string[], dir: string): string {
  const named = others.slice(0, maxNamed).join(', ');
  const more = others.length > maxNamed ? ', …' : '';
  return `The catalog has no document for ${counted(others.length, 'file')} of ${dir}: ${named}${more}.`;
}

/** A text that was sent as YAML stays one; the id names the file. */
function writeDocument(
  folder: string,
  { resource, id, document, yaml, json }: StoredDocument,
): string {
  const name = encodeURIComponent(id).replace(/^\.+/, (dots) => dots.replaceAll('.', '%2E'));
  const file = path.join(folder, resource, `${name}${yaml === undefined ? '.json' : '.yaml'}`);
  const text = yaml ?? json ?? `${JSON.stringify(document, undefined, 2)}\n`;
  writeFile({ file, text, option: '--dir' });
  return file;
}
