import type { Db } from '../../db/connect.ts';
import { findReplaced } from '../../db/tables/documents.ts';
import { findContractHits, noHits } from '../../db/views/contract-hits.ts';
import type { ContractHits } from '../../db/views/contract-hits.ts';
import { contractChangeMode } from '../../domain/contract-changes/change-mode.ts';
import type { ContractChangeMode } from '../../domain/contract-changes/change-mode.ts';
import { compareContracts } from '../../domain/contract-changes/compare-contracts.ts';
import type { ContractVerdict } from '../../domain/contract-changes/contract-change.ts';
import { isRaised, lowestRaised } from '../../domain/contract-changes/raised-version.ts';
import type { Impact } from '../../domain/contract-changes/rules.ts';
import { dataContract } from '../../domain/kinds/data-contract.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import type { JsonObject } from '../../lib/json.ts';
import { assertValid } from './assert-valid.ts';
import { hashDocument } from './document-hash.ts';
import { refuseUnknownDocument } from './refuse-unknown-document.ts';

/** What a PUT of a candidate would be told; `none` when its content is what is stored. */
export type ChangePreview = Omit<ContractVerdict, 'impact'> & {
  impact: Impact | 'none';
  hits: ContractHits;
  mode: ContractChangeMode;
  /** Whether the candidate's version announces the change; only the mode `enforce` demands it. */
  versionRaised: boolean;
  requiredVersion: string | undefined;
};

/**
 * The verdict on a candidate for a data contract; nothing is stored, whoever asks. Refuses with `not_found` or
 * `invalid_document`; owner, permissions and preconditions are not looked at.
 */
export async function previewChange(
  db: Db,
  {
    organizationId,
    id,
    document,
  }: { organizationId: OrganizationId; id: string; document: JsonObject },
): Promise<ChangePreview> {
  const key = { organizationId, kind: dataContract.name, id };
  // No text has this hash: the stored one comes along in any case.
  const unequal = Buffer.alloc(0);
  const { replaced } = await findReplaced(db, key, { candidates: [], contentHash: unequal });
  if (!replaced) refuseUnknownDocument(dataContract, id);
  assertValid(dataContract, document);
  const stored = JSON.parse(replaced.body) as JsonObject;
  const verdict = compareContracts(stored, document);
  const { impact, fromVersion, toVersion } = verdict;
  const isEqual = hashDocument(stored).equals(hashDocument(document));
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
