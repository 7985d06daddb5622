import fs from 'node:fs';
import path from 'node:path';
import { Failure, WrongFile } from '../failure.ts';
import { nameOf } from './local-document.ts';
import type { LocalDocument } from './local-document.ts';
import { orderDocuments } from './order-documents.ts';
import { kindAdvice, readDocuments } from './read-documents.ts';

const endings = /\.(ya?ml|json|ndjson)$/;
const shownUnknown = 5;

/** Where documents are read from. */
export type FolderRequest = {
  /** Files and folders. */
  paths: readonly string[];
  workingDir: string;
  /** Leaves out documents of no known kind instead of refusing them. */
  skipsUnknown: boolean;
  /** Takes what is wrong with a file, and reading goes on; without it, the first wrong file ends it. */
  onWrong?: (wrong: WrongFile) => void;
};

/** All documents below the paths, in the order of their references. Refuses an unknown kind, and an id that occurs twice. */
export function readFolder({
  paths,
  workingDir,
  skipsUnknown,
  onWrong = fail,
}: FolderRequest): LocalDocument[] {
  const known = new Map<string, LocalDocument>();
  const unknown: string[] = [];
  for (const location of paths.flatMap((each) => filesAt(path.resolve(workingDir, each)))) {
    const file = path.relative(workingDir, location);
    const text = fs.readFileSync(location, 'utf8');
    try {
      for (const document of readDocuments({ file, location, text })) {
        if (document) addOnce(known, document);
        else unknown.push(file);
      }
    } catch (error) {
      if (!(error instanceof WrongFile)) throw error;
      onWrong(error);
    }
  }
  if (unknown.length > 0 && !skipsUnknown) onWrong(ofUnknownKind(unknown));
  return orderDocuments([...known.values()]);
}

function ofUnknownKind(files: readonly string[]): WrongFile {
  const [file = ''] = files;
  const others = files.length > shownUnknown ? ` and ${files.length - shownUnknown} more` : '';
  const shown = `${files.slice(0, shownUnknown).join(', ')}${others}`;
  return new WrongFile(`The kind of ${shown} is not known. ${kindAdvice}`, { file });
}

function fail(wrong: WrongFile): never {
  throw wrong;
}

function addOnce(known: Map<string, LocalDocument>, document: LocalDocument): void {
  const name = nameOf(document);
  const former = known.get(name);
  if (former) {
    throw new WrongFile(
      `${name} is in ${former.file}:${former.line} and in ${document.file}:${document.line}: keep one of them.`,
      document,
    );
  }
  known.set(name, document);
}

/** Files of documents at a path, in the order of their names; hidden folders and packages are left out. */
export function filesAt(location: string): string[] {
  const found = fs.statSync(location, { throwIfNoEntry: false });
  if (!found) throw new Failure(`There is no file or folder ${location}.`);
  if (found.isFile()) return [location];
  const entries = fs.readdirSync(location, { withFileTypes: true });
  return entries
    .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const inside = path.join(location, entry.name);
      if (entry.isDirectory()) return filesAt(inside);
      return endings.test(entry.name) && entry.isFile() ? [inside] : [];
    });
}
