import { commandOf, readOptions, usage, UsageError } from './options.ts';
import { reportData, reportRequests } from './report.ts';

const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Entry: runs the fuzzer with the command line's options, and loads it then; the exit code is 1 when there are findings. */
async function main(): Promise<number> {
  const words = process.argv.slice(2);
  if (words.includes('--help')) {
    process.stdout.write(`${usage}\n`);
    return 0;
  }
  const options = readOptions(words);
  const command = commandOf(options);
  say(`fuzz ${options.mode}: seed ${options.seed}`);
  if (options.mode === 'data') {
    const { fuzzData } = await import('./data/fuzz-data.ts');
    const report = await fuzzData(options, say);
    const again = `${command} --files ${options.files} repeats it`;
    process.stdout.write(`${reportData(report, again)}\n`);
    return report.findings.all().length === 0 ? 0 : 1;
  }
  const { fuzzRequests } = await import('./requests/fuzz-requests.ts');
  const report = await fuzzRequests(options, say);
  const again = `${command} --requests ${options.requests} repeats it`;
  process.stdout.write(`${reportRequests(report, again)}\n`);
  return report.findings.all().length === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (error instanceof UsageError) say(error.message);
  else say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exitCode = 2;
}
