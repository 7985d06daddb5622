import fs from 'node:fs';
import path from 'node:path';
import { nameOf } from '../files/local-document.ts';
import type { LocalDocument } from '../files/local-document.ts';
import { WrongFile } from '../failure.ts';
import { collectionOfPath, idOfFile, readDocuments } from '../files/read-documents.ts';
import type { TextFile } from '../files/read-documents.ts';
import type { ChangedFile, Repository } from './git.ts';

/** A data contract or a data product that a branch adds, changes or removes. */
export type Candidate = {
  resource: string;
  id: string;
  /** The document as it is on the branch; undefined if the branch removes it, or its file cannot be read. */
  document: LocalDocument | undefined;
  wrong?: WrongFile;
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
  const wrong: Candidate[] = [];
  for (const { file, before: text, exists } of files) {
    if (!endings.test(file)) continue;
    const location = path.join(root, ...file.split('/'));
    const shown = { file: path.relative(workingDir, location), location };
    if (text !== undefined) collect(before, () => readDocuments({ ...shown, text }));
    if (!exists) continue;
    const current = { ...shown, text: fs.readFileSync(location, 'utf8') };
    try {
      for (const document of readDocuments(current)) add(after, document);
    } catch (error) {
      if (!(error instanceof WrongFile)) throw error;
      const former = [...before.values()].filter((document) => document.file === shown.file);
      wrong.push(...wrongCandidates(current, former, error));
    }
  }
  const unread = new Set(wrong.map(nameOf));
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const read = names.flatMap((name) => {
    const [old, document] = [before.get(name), after.get(name)];
    const known = document ?? old;
    if (!known || old?.text === document?.text || (!document && unread.has(name))) return [];
    const { resource, id, file } = known;
    return [{ resource, id, document, file }];
  });
  return [...wrong, ...read];
}

/** What a file that cannot be read was, or seems to be; nothing if it has never been a contract or product, as a template. */
function wrongCandidates(
  { file, location, text }: TextFile,
  former: readonly LocalDocument[],
  wrong: WrongFile,
): Candidate[] {
  if (former.length > 0)
    return former.map(({ resource, id }) => ({ resource, id, file, document: undefined, wrong }));
  const named = collectionOfPath(location);
  const resource = /^\W*(kind\W+DataProduct|dataProductSpecification)\b/m.test(text)
    ? 'dataproducts'
    : /^\W*(kind\W+DataContract|dataContractSpecification)\b/m.test(text)
      ? 'datacontracts'
      : named;
  if (resource === undefined || !judged.has(resource)) return [];
  return [{ resource, id: idOfFile(location), file, document: undefined, wrong }];
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
