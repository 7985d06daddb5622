import type { Db } from '../../db/connect.ts';
import { refuse } from '../../domain/errors.ts';
import type { DocumentKind } from '../../domain/kinds/kind.ts';
import { dataContract } from '../../domain/kinds/data-contract.ts';
import { shownFinding } from '../../domain/policies/judge.ts';
import type { Finding, Judged } from '../../domain/policies/judge.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import type { LinkedDefinitions } from '../../domain/standards/odcs/linked-definitions.ts';
import { readLinkedDefinitions } from '../definitions/read-stored-definitions.ts';
import { runOnStored } from '../tasks/run-task.ts';
import { readRules } from './current-rules.ts';

/** What the rules of policies say about a document; `findings` is JSON text, null if it keeps all rules. */
export type Judgement = { rulesVersion: number; findings: string | null; broken: Finding[] };

/** Judges a document that is to be written; refuses with `policy_violation` if it breaks a rule that is enforced. */
export async function judgeWrite(
  db: Db,
  kind: DocumentKind,
  {
    organizationId,
    version,
    judged,
  }: { organizationId: OrganizationId; version: number; judged: Judged },
): Promise<Judgement> {
  // Without any rule so far, a write costs nothing more.
  if (version === 0) return { rulesVersion: 0, findings: null, broken: [] };
  const current = await readRules(db, organizationId, version);
  const broken = await judge(db, organizationId, { judged, rules: current.rules });
  const refusing = broken.filter(({ refuses }) => refuses);
  if (refusing.length > 0) refuseBroken(kind, refusing);
  return { rulesVersion: current.version, findings: toStored(broken), broken };
}

type Rules = Awaited<ReturnType<typeof readRules>>['rules'];

/** What a document does not keep of the rules. */
export async function judge(
  db: Db,
  organizationId: OrganizationId,
  { judged, rules }: { judged: Judged; rules: Rules },
): Promise<Finding[]> {
  const about = rules.filter(({ kind }) => kind === judged.kind);
  if (about.length === 0) return [];
  const { text, kind, ownerId, tags } = judged;
  const definitions = await definitionsOf(db, organizationId, judged);
  const request = { judged: { kind, ownerId, tags }, rules: about, definitions };
  return runOnStored('judgeText', text, JSON.stringify(request));
}

/** The definitions that a contract links; most contracts link none, and cost nothing more. */
async function definitionsOf(
  db: Db,
  organizationId: OrganizationId,
  { kind, text }: Judged,
): Promise<LinkedDefinitions> {
  if (kind !== dataContract.name || !text.includes('authoritativeDefinitions')) return {};
  const urls = await runOnStored('listDefinitionUrls', text);
  return readLinkedDefinitions(db, organizationId, urls);
}

/** The stored form; null if there is nothing. */
export function toStored(findings: readonly Finding[]): string | null {
  if (findings.length === 0) return null;
  return JSON.stringify(findings.map(shownFinding));
}

function refuseBroken({ title }: DocumentKind, broken: readonly Finding[]): never {
  const [first] = broken;
  const more = broken.length > 1 ? `, and ${broken.length - 1} more` : '';
  refuse(
    'policy_violation',
    `The ${title} breaks the rule '${first?.ruleId}' of the policy '${first?.policyId}'${more}: ${first?.message}`,
    { extra: { findings: broken.map(shownFinding) } },
  );
}

const maxNamed = 5;

/** A sentence about the rules that a stored document does not keep; none if it keeps all. */
export function warningsOf({ broken }: Judgement): string[] {
  if (broken.length === 0) return [];
  const names = broken.slice(0, maxNamed).map(({ policyId, ruleId, message, problem }) => {
    return `${policyId}/${ruleId} (${problem === null ? message : `cannot be judged: ${problem}`})`;
  });
  const more = broken.length > maxNamed ? [`and ${broken.length - maxNamed} more`] : [];
  return [`Rules of policies that this document does not keep: ${[...names, ...more].join(', ')}`];
}
