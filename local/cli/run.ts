import { main } from './main.ts';
import { optionTakenByNpm } from './npm-options.ts';

/** Process entry of the operators' commands: `node dist/local/cli/run.js keys list`. */
const words = process.argv.slice(2);
const taken = await optionTakenByNpm(words, process.env);
if (taken !== undefined) process.stderr.write(`${taken}\n`);
const code = taken === undefined ? await main(words) : 2;
// A pending connection to a server that does not answer must not keep the terminal.
process.stdout.write('', () => process.exit(code));
