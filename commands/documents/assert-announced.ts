import type { Db } from '../../db/connect.ts';
import type { DocumentKey, Replaced } from '../../db/tables/documents/documents.ts';
import { findContractHits, noHits } from '../../db/tables/documents/contract-hits.ts';
import { contractChangeMode } from '../../domain/contract-changes/change-mode.ts';
import type {
  ContractChange,
  ContractVerdict,
} from '../../domain/contract-changes/contract-change.ts';
import { isRaised, lowestRaised } from '../../domain/contract-changes/raised-version.ts';
import { refuse } from '../../domain/errors.ts';
import type { Violation } from '../../domain/errors.ts';
import type { DocumentKind } from '../../domain/kinds/kind.ts';

/** Refuses with `breaking_change` a change that must be announced by a higher version and is not. */
export async function assertAnnounced(
  db: Db,
  kind: DocumentKind,
  { key, verdict, replaced }: { key: DocumentKey; verdict: ContractVerdict; replaced: Replaced },
): Promise<void> {
  if (!isRefused(verdict, replaced)) return;
  const hits = verdict.impact === 'patch' ? noHits : await findContractHits(db, key);
  refuse('breaking_change', refusalText(kind, verdict), {
    violations: toViolations(verdict),
    extra: { impact: verdict.impact, requiredVersion: requiredVersion(verdict), hits },
  });
}

/** True if the change mode of the team or organization requires a higher version than the current one. */
function isRefused(verdict: ContractVerdict, modes: Omit<Replaced, 'body'>): boolean {
  const mode = contractChangeMode({ organization: modes.organizationMode, team: modes.teamMode });
  return mode === 'enforce' && !isRaised(verdict.impact, verdict.fromVersion, verdict.toVersion);
}

function requiredVersion({ impact, fromVersion }: ContractVerdict): string | undefined {
  return lowestRaised(impact, fromVersion);
}

function refusalText(kind: DocumentKind, verdict: ContractVerdict): string {
  const { impact, fromVersion, toVersion } = verdict;
  const versions = `the version of the ${kind.title} goes from '${fromVersion}' to '${toVersion}'`;
  const wanted = requiredVersion(verdict);
  const advice = wanted === undefined ? 'a semantic version' : `${wanted} or higher`;
  if (impact === 'patch')
    return `A version may not be lowered, but ${versions}: set it to ${advice}.`;
  return `This is a ${impact} change, but ${versions}: set it to ${advice}, or undo the ${impact} changes.`;
}

/** The same limit as in other refusals. */
const maxNamed = 100;

/** The differences that require the higher version, i.e. those with the highest impact. */
function toViolations({ changes, impact }: ContractVerdict): Violation[] {
  return changes
    .filter((change) => change.impact === impact)
    .slice(0, maxNamed)
    .map((change) => ({ field: change.path, message: describe(change) }))
    .sort((one, other) => (one.field < other.field ? -1 : 1));
}

function describe({ kind, rule, from, to, impact }: ContractChange): string {
  const values = [
    from === undefined ? '' : ` from ${JSON.stringify(from)}`,
    to === undefined ? '' : ` to ${JSON.stringify(to)}`,
  ].join('');
  return `was ${kind}${values}, which is ${impact} (${rule})`;
}
