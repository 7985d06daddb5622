import fs from 'node:fs';
import path from 'node:path';
import type { Context, Given } from '../command.ts';
import { Failure, wrongUsage } from '../failure.ts';
import type { WrongFile } from '../failure.ts';
import { contentOf } from '../files/content.ts';
import type { LocalDocument } from '../files/local-document.ts';
import { readFolder } from '../files/read-folder.ts';
import { isObject } from '../../lib/json/json.ts';

/** A test to run: of a file, or of a stored contract without one; a file that cannot be read has no document. */
export type Target = {
  id: string;
  document?: LocalDocument;
  wrong?: WrongFile;
  server: string | undefined;
};

/** The tests that words of a call name: files, folders and ids. */
export function findTargets(
  words: readonly string[],
  { surroundings: { workingDir } }: Pick<Context, 'surroundings'>,
  { lists }: Pick<Given, 'lists'>,
): Target[] {
  const chosen = lists['server'] ?? [];
  return words.flatMap((word) => {
    if (!isPath(word, workingDir)) return servers(chosen, [undefined], { id: word });
    const wrong: Target[] = [];
    const onWrong = (problem: WrongFile) =>
      wrong.push({ id: problem.file, wrong: problem, server: undefined });
    const found = readFolder({ paths: [word], workingDir, skipsUnknown: true, onWrong });
    const contracts = found.filter(({ resource }) => resource === 'datacontracts');
    if (contracts.length + wrong.length === 0) throw wrongUsage(`${word} has no data contract.`);
    const tests = contracts.flatMap((document) =>
      servers(chosen, serversOf(document), { id: document.id, document }),
    );
    return [...wrong, ...tests];
  });
}

function isPath(word: string, workingDir: string): boolean {
  if (fs.existsSync(path.resolve(workingDir, word))) return true;
  if (!/[\\/]|\.(ya?ml|json)$/.test(word)) return false;
  throw new Failure(
    `There is no file ${word}. The id of a stored contract has no / and no ending.`,
  );
}

const servers = (
  chosen: readonly string[],
  all: readonly (string | undefined)[],
  of: Omit<Target, 'server'>,
): Target[] => (chosen.length > 0 ? chosen : all).map((server) => ({ ...of, server }));

/** The servers of a contract; one that is unnamed or unreadable is left to the server of Concordat to explain. */
function serversOf(document: LocalDocument): (string | undefined)[] {
  const given = contentOf(document)?.['servers'];
  const entries: unknown[] = Array.isArray(given) ? given : [];
  const names = isObject(given)
    ? Object.keys(given)
    : entries.map((entry) => (isObject(entry) ? entry['server'] : undefined));
  const known = names.filter((name) => typeof name === 'string');
  return known.length > 0 ? known : [undefined];
}
