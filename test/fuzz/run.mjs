/** Entry of `npm run fuzz`: Node 20 cannot read TypeScript, so a loader removes the types. */
import { register } from 'node:module';

register('../support/load-typescript.mjs', import.meta.url);
await import('./main.ts');
