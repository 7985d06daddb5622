import type { Db } from '../../db/connect.ts';
import type { DocumentKey, Replaced } from '../../db/tables/documents.ts';
import { findContractHits, noHits } from '../../db/views/contract-hits.ts';
import { contractChangeMode } from '../../domain/contract-changes/change-mode.ts';
import type {
  ContractChange,
  ContractVerdict,
} from '../../domain/contract-changes/contract-change.ts';
import { isRaised, lowestRaised } from '../../domain/contract-changes/raised-version.ts';
import { refuse } from '../../domain/errors.ts';
import type { Violation } from '../../domain/errors.ts';
import type { DocumentKind } from '../../domain/kinds/kind.ts';
import type { JsonObject } from '../../lib/json.ts';

/**
 * What a document changes against the text that it would replace; undefined for kinds that are not judged, and for
 * equal content. Refuses with `breaking_change` where changes must be announced and the version does not do so.
 */
export async function judgeChange(
  db: Db,
  key: DocumentKey,
  { kind, document }: { kind: DocumentKind; document: JsonObject },
  replaced: Replaced | undefined,
): Promise<ContractVerdict | undefined> {
  if (!kind.compare || !replaced) return undefined;
  const verdict = kind.compare(JSON.parse(replaced.body) as JsonObject, document);
  if (!isRefused(verdict, replaced)) return verdict;
  const hits = verdict.impact === 'patch' ? noHits : await findContractHits(db, key);
  return refuse('breaking_change', refusalText(kind, verdict), {
    violations: toViolations(verdict),
    extra: { impact: verdict.impact, requiredVersion: requiredVersion(verdict), hits },
  });
}

/** Whether the mode that was set refuses the change as its version is now. */
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
  return `This is a ${impact} change, but ${versions}: set it to ${advice}, or take back what is ${impact}.`;
}

/** As many as other refusals name. */
const mostNamed = 100;

/** The differences that ask for the higher version: those that are as grave as the whole. */
function toViolations({ changes, impact }: ContractVerdict): Violation[] {
  return changes
    .filter((change) => change.impact === impact)
    .slice(0, mostNamed)
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
