import type { components } from '../../../api/schema.d.ts';

export type Verdict = components['schemas']['GitImportFile']['verdict'];
export type ImportedKind = 'datacontracts' | 'dataproducts';

export const importedKinds = ['datacontracts', 'dataproducts'] as const;

/** Verdicts in the order of their filters. */
export const verdicts = [
  'IMPORTED',
  'NEW',
  'CHANGED',
  'UNCHANGED',
  'EXISTS',
  'REFUSED',
] as const satisfies readonly Verdict[];

/** What the address of a new import holds: the kind of its documents, or an import that it begins with. */
export function readImportSearch({ kind, from }: Record<string, unknown>): {
  kind?: ImportedKind;
  from?: string;
} {
  const known = importedKinds.find((each) => each === kind);
  return { ...(known !== undefined && { kind: known }), ...(typeof from === 'string' && { from }) };
}

/** What the address of an import holds: the verdict of the files that are listed. */
export function readVerdictSearch({ verdict }: Record<string, unknown>): { verdict?: Verdict } {
  const known = verdicts.find((each) => each === verdict);
  return known === undefined ? {} : { verdict: known };
}
