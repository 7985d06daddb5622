import type { Command, Context, Given } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { reportOptions, writeReports } from '../reports/write-reports.ts';
import { listCandidates } from './candidates.ts';
import { describeVerdict, findingsOf, toMarkdown } from './describe-verdict.ts';
import type { Judged } from './describe-verdict.ts';
import { openRepository } from './git.ts';
import { judge } from './judge.ts';
import { blockedBy } from './verdict.ts';
import type { Allowance } from './verdict.ts';

/** `concordat changes`: the gate of pull requests. */
export const changes: Command = {
  name: 'changes',
  summary: 'Judge what a Git branch changes for the consumers of data contracts and products',
  details: `Takes the files that differ from the commit at which the branch was cut, also uncommitted ones, and asks the catalog what each
data contract and data product would change for its consumers. Stores nothing; a key that may only read is enough.

Ends with code 2 for a major change, unless the version announces it (2.0.0 after 1.4.2) or --allow-major names it, for a
change that the catalog would refuse, and for a text that is invalid.`,
  arguments: [{ name: '[paths...]', help: 'only files below these folders' }],
  options: [
    { flags: '--against <commit>', help: 'branch or commit to compare with', default: 'main' },
    {
      flags: '--allow-major <id>',
      help: 'allow a major change of this contract or product, or of all of them with the value all; may be given several times',
      many: true,
    },
    { flags: '--strict', help: 'a raised version does not allow a major change' },
    ...reportOptions,
  ],
  examples: [
    'concordat changes --against main',
    'concordat changes catalog --against origin/main --junit changes.xml --sarif changes.sarif',
    'concordat changes --allow-major orders',
  ],
  run: async (given, context) => {
    const against = given.texts['against'] ?? 'main';
    const allowance = allowanceOf(given);
    const verdicts: Judged[] = [];
    for (const candidate of await readCandidates(given, context, against)) {
      const verdict = await judge(context, candidate);
      if (verdict) verdicts.push({ ...verdict, blockedBy: blockedBy(verdict, allowance) });
    }
    const findings = verdicts.flatMap(findingsOf);
    const markdown = () => toMarkdown(verdicts, against);
    writeReports(given, context, { tool: 'changes', findings, markdown });
    sayUnused(context, allowance, verdicts);
    return answer(context, verdicts, against);
  },
};

async function readCandidates({ arguments: paths }: Given, context: Context, against: string) {
  const { workingDir } = context.surroundings;
  const repository = await openRepository(workingDir, context.signal);
  return listCandidates(await repository.changedFiles(against, paths), repository, workingDir);
}

function allowanceOf({ lists, flags }: Given): Allowance {
  const allowed = lists['allow-major'] ?? [];
  return {
    allowMajor: allowed.includes('all') ? 'all' : allowed,
    isStrict: flags['strict'] ?? false,
  };
}

/** A misspelled id would allow nothing. */
function sayUnused({ printer }: Context, { allowMajor }: Allowance, verdicts: readonly Judged[]) {
  if (allowMajor === 'all') return;
  const unused = allowMajor.filter((id) => !verdicts.some((verdict) => verdict.id === id));
  if (unused.length > 0)
    printer.say(`--allow-major ${unused.join(', ')}: this branch changes no such document.`);
}

function answer({ printer }: Context, verdicts: readonly Judged[], against: string) {
  const blocked = verdicts.filter(({ blockedBy, error }) => blockedBy ?? error);
  const text = verdicts.map((verdict) => {
    const shown = describeVerdict(verdict);
    return blocked.includes(verdict) ? printer.paint(shown, 'red') : shown;
  });
  const count = `${verdicts.length} changed against ${against}`;
  return {
    value: { against, blocked: blocked.length, verdicts },
    text: text.join('\n'),
    note: blocked.length === 0 ? `${count}.` : `${count}, ${blocked.length} must not be merged.`,
    code: blocked.length === 0 ? exitCodes.done : exitCodes.gate,
  };
}
