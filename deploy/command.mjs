/** The commands of operators in the image: node deploy/command.mjs migrate, keys, doctor, …; npm run is for a checkout. */
import { main } from '../dist/local/cli/main.js';

const code = await main(process.argv.slice(2));
// What still hangs (a server that does not answer) must not keep the container.
process.stdout.write('', () => process.exit(code));
