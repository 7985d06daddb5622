import fs from 'node:fs';
import path from 'node:path';
import { nameOf } from '../files/local-document.ts';
import type { LocalDocument } from '../files/local-document.ts';
import { readDocuments } from '../files/read-documents.ts';
import type { ChangedFile, Repository } from './git.ts';

/** A data contract or a data product that a branch adds, changes or removes. */
export type Candidate = {
  resource: string;
  id: string;
  /** The document as it is on the branch; undefined if the branch removes it. */
  document: LocalDocument | undefined;
  /** The file, relative to the folder of the call. */
  file: string;
};

/** Kinds whose changes are judged. */
const judged = new Set(['datacontracts', 'dataproducts']);
const endings = /\.(ya?ml|json|ndjson)$/;

/** The judged documents of changed files whose text differs; a document may move to another file. */
export function listCandidates(
  files: readonly ChangedFile[],
  { root }: Pick<Repository, 'root'>,
  workingDir: string,
): Candidate[] {
  const before = new Map<string, LocalDocument>();
  const after = new Map<string, LocalDocument>();
  for (const { file, before: text, exists } of files) {
    if (!endings.test(file)) continue;
    const location = path.join(root, ...file.split('/'));
    const shown = { file: path.relative(workingDir, location), location };
    if (text !== undefined) collect(before, () => readDocuments({ ...shown, text }));
    if (!exists) continue;
    const current = fs.readFileSync(location, 'utf8');
    for (const document of readDocuments({ ...shown, text: current })) add(after, document);
  }
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names.flatMap((name) => {
    const [old, document] = [before.get(name), after.get(name)];
    const known = document ?? old;
    if (!known || old?.text === document?.text) return [];
    const { resource, id, file } = known;
    return [{ resource, id, document, file }];
  });
}

/** A text that was broken on the other branch is no fault of this one. */
function collect(
  documents: Map<string, LocalDocument>,
  read: () => readonly (LocalDocument | undefined)[],
): void {
  try {
    for (const document of read()) add(documents, document);
  } catch {
    return;
  }
}

function add(documents: Map<string, LocalDocument>, document: LocalDocument | undefined): void {
  if (document && judged.has(document.resource)) documents.set(nameOf(document), document);
}
