import { dataContract } from './data-contract.ts';
import type { DocumentKind } from './kind.ts';
import { team } from './team.ts';

/** Every kind of document; a new one is its descriptor and its line here. */
export const documentKinds: readonly DocumentKind[] = [team, dataContract];
