import type { Command, Context, Given } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { wrongUsage } from '../failure.ts';
import { counted } from '../output/counted.ts';
import { reportOptions, writeReports } from '../reports/write-reports.ts';
import { describeTest, findingsOf, toMarkdown } from './describe-test.ts';
import { findTargets } from './find-targets.ts';
import type { Target } from './find-targets.ts';
import { runTest } from './run-test.ts';
import type { TestOutcome } from './run-test.ts';
import { watchFiles } from './watch-files.ts';

/** `concordat test`: the text of a file is tested as it is, without being stored. */
export const test: Command = {
  name: 'test',
  summary: 'Test a contract on real data, also one that is not stored',
  details: `A file is tested as it is now, whether or not the catalog has the contract; nothing is stored but the result of the test, which does
not count for the contract. An id names a stored contract, whose result counts.

Without --server every server of a file is tested; a stored contract with several servers needs it. Ends with code 2 if a test
fails or cannot be run, also because a file cannot be read.`,
  arguments: [{ name: '<contracts...>', help: 'files, folders, or ids of contracts' }],
  options: [
    { flags: '--server <name>', help: 'server of the contract to test', many: true },
    { flags: '--watch', help: 'test again whenever a file changes, until Ctrl-C' },
    { flags: '--wait <seconds>', help: 'seconds to wait for each result', default: '1800' },
    ...reportOptions,
  ],
  examples: [
    'concordat test orders --server production',
    'concordat test contracts/orders.odcs.yaml --watch',
    'concordat test contracts --junit tests.xml',
  ],
  run: async (given, context) => {
    const words = given.arguments;
    if (!given.flags['watch']) return testAll(given, context);
    const files = words.filter((word) => findTargets([word], context, given).some(isFile));
    if (files.length !== words.length)
      throw wrongUsage('--watch needs files: a stored contract does not change here.');
    await watchFiles(files, context, async () => {
      const { text, note } = await testAll(given, context);
      context.surroundings.stdout.write(`${text}\n`);
      context.printer.say(note);
    });
    return exitCodes.interrupted;
  },
};

const isFile = ({ document, wrong }: Target): boolean => (document ?? wrong) !== undefined;

async function testAll(given: Given, context: Context) {
  const waitSeconds = Number(given.texts['wait']);
  if (!Number.isInteger(waitSeconds) || waitSeconds < 1)
    throw wrongUsage('--wait is a whole number of seconds, at least 1.');
  const outcomes: TestOutcome[] = [];
  for (const target of findTargets(given.arguments, context, given)) {
    outcomes.push(await runTest(context, target, waitSeconds));
  }
  const findings = outcomes.flatMap(findingsOf);
  const markdown = () => toMarkdown(outcomes);
  writeReports(given, context, { tool: 'test', findings, markdown });
  return toAnswer(context, outcomes);
}

function toAnswer({ printer }: Context, outcomes: readonly TestOutcome[]) {
  const count = (...states: string[]) =>
    outcomes.filter(({ result }) => states.includes(result)).length;
  const bad = count('failed', 'error');
  return {
    value: outcomes,
    text: outcomes.map((outcome) => describeTest(outcome, printer)).join('\n'),
    note: `${counted(outcomes.length, 'test')}: ${count('passed')} passed, ${count('warning')} with warnings, ${bad} failed.`,
    code: bad === 0 ? exitCodes.done : exitCodes.gate,
  };
}
