import type { Db } from '../../db/connect.ts';
import { findReplaced } from '../../db/tables/documents/documents.ts';
import { findContractHits, noHits } from '../../db/tables/documents/contract-hits.ts';
import type { ContractHits } from '../../db/tables/documents/contract-hits.ts';
import { contractChangeMode } from '../../domain/contract-changes/change-mode.ts';
import type { ContractChangeMode } from '../../domain/contract-changes/change-mode.ts';
import type { ContractVerdict } from '../../domain/contract-changes/contract-change.ts';
import { isRaised, lowestRaised } from '../../domain/contract-changes/raised-version.ts';
import type { Impact } from '../../domain/contract-changes/rules.ts';
import { dataContract } from '../../domain/kinds/data-contract.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import type { DocumentContent } from '../../domain/documents/read-document.ts';
import { judgeCandidate } from './content-difference.ts';
import { refuseUnknownDocument } from '../refuse-unknown-document.ts';

/** The verdict on a candidate; `none` if its content is unchanged. */
export type ChangePreview = Omit<ContractVerdict, 'impact'> & {
  impact: Impact | 'none';
  hits: ContractHits;
  mode: ContractChangeMode;
  /** True if the candidate's version announces the change; only the mode `enforce` requires this. */
  versionRaised: boolean;
  requiredVersion: string | undefined;
};

/**
 * Computes the verdict on a candidate for a data contract without storing anything. Refuses with `not_found`; owner, permissions
 * and preconditions are not checked.
 */
export async function previewChange(
  db: Db,
  {
    organizationId,
    id,
    content,
  }: { organizationId: OrganizationId; id: string; content: DocumentContent },
): Promise<ChangePreview> {
  const key = { organizationId, kind: dataContract.name, id };
  // No text has this hash, so the stored text is always read.
  const unequal = Buffer.alloc(0);
  const { replaced } = await findReplaced(db, key, { candidates: [], contentHash: unequal });
  if (!replaced) refuseUnknownDocument(dataContract, id);
  const { verdict, isEqual } = await judgeCandidate(db, organizationId, {
    content,
    before: replaced.body,
  });
  const { impact, fromVersion, toVersion } = verdict;
  return {
    ...verdict,
    impact: isEqual ? 'none' : impact,
    hits: impact === 'patch' ? noHits : await findContractHits(db, key),
    mode: contractChangeMode({
      organization: replaced.organizationMode,
      team: replaced.teamMode,
    }),
    versionRaised: isEqual || isRaised(impact, fromVersion, toVersion),
    requiredVersion: lowestRaised(impact, fromVersion),
  };
}
