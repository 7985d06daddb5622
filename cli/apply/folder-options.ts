import type { Argument, Context, Given, Option } from '../command.ts';
import { wrongUsage } from '../failure.ts';
import type { WrongFile } from '../failure.ts';
import type { LocalDocument } from '../files/local-document.ts';
import { readFolder } from '../files/read-folder.ts';

/** Options of commands that read documents of files. */
export const folderOptions: readonly Option[] = [
  {
    flags: '-f, --file <path>',
    help: 'file or folder of documents (YAML, JSON, NDJSON); may be given several times',
    many: true,
  },
  { flags: '--skip-unknown', help: 'leave out files whose kind is not known' },
];

/** Files and folders may also be named without an option. */
export const folderArguments: readonly Argument[] = [
  { name: '[paths...]', help: 'files and folders of documents, as with -f' },
];

/** Explains how files become documents; details of those commands. */
export const folderDetails = `A document is of the kind that it names itself (data contracts and data products), or after which a folder around it is named
(teams, tags, definitions, …). Documents are stored in the order of their references.`;

/** The documents that the options name; a wrong file ends the command, unless `onWrong` takes it. */
export function readGivenFolder(
  { arguments: named, lists, flags }: Given,
  { surroundings: { workingDir } }: Pick<Context, 'surroundings'>,
  onWrong?: (wrong: WrongFile) => void,
): LocalDocument[] {
  const paths = [...named, ...(lists['file'] ?? [])];
  if (paths.length === 0) throw wrongUsage('Name a file or folder of documents.');
  const skipsUnknown = flags['skip-unknown'] ?? false;
  return readFolder({ paths, workingDir, skipsUnknown, ...(onWrong && { onWrong }) });
}
