import type { Command } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { counted } from '../output/counted.ts';
import { nameOf } from '../files/local-document.ts';
import { compareFolder, describeDifference } from './compare-folder.ts';
import {
  folderArguments,
  folderDetails,
  folderOptions,
  readGivenFolder,
} from './folder-options.ts';
import { paintDiff } from './paint-diff.ts';

/** `concordat diff`: reads only; the exit code says whether there are differences. */
export const diff: Command = {
  name: 'diff',
  summary: 'Show how documents of files differ from the catalog',
  details: `${folderDetails} Ends with code 2 if there is a difference.`,
  arguments: folderArguments,
  options: folderOptions,
  examples: ['concordat diff -f catalog', 'concordat diff -f orders.odcs.yaml'],
  run: async (given, context) => {
    const { differences } = await compareFolder(context, readGivenFolder(given, context));
    const different = differences
      .filter(({ state }) => state !== 'unchanged')
      .map((difference) => {
        const { local, state } = difference;
        const { resource, id, file } = local;
        return {
          resource,
          id,
          name: nameOf(local),
          file,
          state,
          diff: describeDifference(difference),
        };
      });
    return {
      value: different,
      text: different.map((each) => paintDiff(context.printer, each.diff)).join('\n'),
      note: `${different.length} of ${counted(differences.length, 'document')} ${different.length === 1 ? 'differs' : 'differ'}.`,
      code: different.length === 0 ? exitCodes.done : exitCodes.gate,
    };
  },
};
