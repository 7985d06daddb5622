import type { Db } from '../../db/connect.ts';
import { findReplaced } from '../../db/tables/documents/documents.ts';
import type { Replaced } from '../../db/tables/documents/documents.ts';
import { findContractHits, noHits } from '../../db/tables/documents/contract-hits.ts';
import type { ContractHits, OutputPort } from '../../db/tables/documents/contract-hits.ts';
import {
  listActiveAccesses,
  listHitConsumers,
  listProductNames,
} from '../../db/views/documents/hit-consumers.ts';
import type { HitConsumer } from '../../db/views/documents/hit-consumers.ts';
import { contractChangeMode } from '../../domain/contract-changes/change-mode.ts';
import type { ContractChangeMode } from '../../domain/contract-changes/change-mode.ts';
import type { ContractVerdict } from '../../domain/contract-changes/contract-change.ts';
import { isRaised, lowestRaised } from '../../domain/contract-changes/raised-version.ts';
import type { Impact } from '../../domain/contract-changes/rules.ts';
import { dataContract } from '../../domain/kinds/data-contract.ts';
import type { DocumentKind } from '../../domain/kinds/kind.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import type { ProductVerdict } from '../../domain/product-changes/compare-products.ts';
import type { DocumentContent } from '../../domain/documents/read-document.ts';
import { judgeCandidate, judgeProductCandidate } from './content-difference.ts';
import { refuseUnknownDocument } from '../refuse-unknown-document.ts';

type Verdict = Pick<ContractVerdict, 'fromVersion' | 'toVersion' | 'omitted'> & {
  changes: ContractVerdict['changes'] | ProductVerdict['changes'];
};

/** Hits with the names of the data products. */
type NamedHits = Omit<ContractHits, 'outputPorts'> & {
  outputPorts: readonly (OutputPort & { dataProductName: string | undefined })[];
};

/** The verdict on a candidate; `none` if its content is unchanged. */
export type ChangePreview = Verdict & {
  impact: Impact | 'none';
  hits: NamedHits;
  /** Consumers of the accesses that are hit. */
  consumers: readonly HitConsumer[];
  mode: ContractChangeMode;
  /** True if the candidate's version announces the change; only the mode `enforce` requires this. */
  versionRaised: boolean;
  requiredVersion: string | undefined;
};

type Candidate = {
  organizationId: OrganizationId;
  kind: DocumentKind;
  id: string;
  content: DocumentContent;
  /** Text of the revision to compare with, if it is not the current one. */
  base?: string | undefined;
};

type Judged = {
  verdict: Verdict & { impact: Impact };
  isEqual: boolean;
  hits: ContractHits;
};

/** Maximum number of accesses in an answer. */
const maxAccesses = 200;

/**
 * Computes the verdict on a candidate for a data contract or a data product without storing anything. Refuses with `not_found`; owner,
 * permissions and preconditions are not checked.
 */
export async function previewChange(db: Db, candidate: Candidate): Promise<ChangePreview> {
  const { organizationId, kind, id } = candidate;
  const key = { organizationId, kind: kind.name, id };
  // No text has this hash, so the stored text is always read.
  const unequal = Buffer.alloc(0);
  const { replaced } = await findReplaced(db, key, { candidates: [], contentHash: unequal });
  if (!replaced) refuseUnknownDocument(kind, id);
  const judge = kind.name === dataContract.name ? judgeContract : judgeDataProduct;
  const { verdict, isEqual, hits } = await judge(db, candidate, candidate.base ?? replaced.body);
  const { impact, fromVersion, toVersion, changes, omitted } = verdict;
  return {
    fromVersion,
    toVersion,
    changes,
    omitted,
    impact: isEqual ? 'none' : impact,
    hits: await withNames(db, organizationId, hits),
    consumers: await listHitConsumers(db, organizationId, hits.accesses),
    mode: modeOf(kind, replaced),
    versionRaised: isEqual || isRaised(impact, fromVersion, toVersion),
    requiredVersion: lowestRaised(impact, fromVersion),
  };
}

async function withNames(
  db: Db,
  organizationId: OrganizationId,
  { outputPorts, accesses }: ContractHits,
): Promise<NamedHits> {
  const ids = outputPorts.map(({ dataProductId }) => dataProductId);
  const names = await listProductNames(db, organizationId, ids);
  const named = outputPorts.map((port) => ({
    ...port,
    dataProductName: names.get(port.dataProductId),
  }));
  return { outputPorts: named, accesses };
}

/** Only changes of contracts can be refused. */
function modeOf({ name }: DocumentKind, replaced: Replaced): ContractChangeMode {
  if (name !== dataContract.name) return 'warn';
  return contractChangeMode({ organization: replaced.organizationMode, team: replaced.teamMode });
}

async function judgeContract(
  db: Db,
  { organizationId, id, content }: Candidate,
  before: string,
): Promise<Judged> {
  const { verdict, isEqual } = await judgeCandidate(db, organizationId, { content, before });
  const key = { organizationId, kind: dataContract.name, id };
  const hits = verdict.impact === 'patch' ? noHits : await findContractHits(db, key);
  return { verdict, isEqual, hits };
}

async function judgeDataProduct(
  db: Db,
  { organizationId, id, content }: Candidate,
  before: string,
): Promise<Judged> {
  const { verdict, isEqual } = await judgeProductCandidate({ content, before });
  const ports = verdict.affectedPorts;
  const of = { dataProductId: id, ports };
  const accesses = await listActiveAccesses(db, organizationId, of, maxAccesses);
  const outputPorts = ports.map((outputPortId) => ({ dataProductId: id, outputPortId }));
  return { verdict, isEqual, hits: { outputPorts, accesses } };
}
