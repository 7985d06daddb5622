/** Entry of `npm run test:servers`: Node 20 cannot run TypeScript, so a loader strips the types. */
import { register } from 'node:module';

register('../load-typescript.mjs', import.meta.url);
await import('./keep-servers.ts');
