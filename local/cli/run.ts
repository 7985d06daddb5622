import { main } from './main.ts';

/** Process entry of the operators' commands: `node dist/local/cli/run.js keys list`. */
const code = await main(process.argv.slice(2));
// What still hangs (a server that does not answer) must not keep the terminal.
process.stdout.write('', () => process.exit(code));
