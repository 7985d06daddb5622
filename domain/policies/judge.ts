import type { JsonObject } from '../../lib/json/json.ts';
import { compile, toValue } from './cel.ts';
import type { Steps } from './cel.ts';
import { isInForce, kindsOf, ruledKinds, rulesOf } from './rules.ts';
import type { RuledKind } from './rules.ts';
import { withDefinitions } from '../standards/odcs/linked-definitions.ts';
import type { LinkedDefinitions } from '../standards/odcs/linked-definitions.ts';
import { contractSubject, productSubject } from './subject.ts';

/** A rule of a policy in force, for one kind of documents. */
export type RuleInForce = {
  policyId: string;
  ruleId: string;
  kind: RuledKind;
  expression: string;
  message: string;
  severity: 'error' | 'warning';
  enforced: boolean;
  /** Empty for documents of all teams. */
  teams: readonly string[];
  /** Empty for documents with any tags. */
  tags: readonly string[];
};

/** The rules of a policy that are judged; none unless it is accepted. */
export function rulesInForce(policyId: string, policy: JsonObject): RuleInForce[] {
  return isInForce(policy) ? rulesFor(policyId, policy) : [];
}

/** The rules of a valid policy, as if it were accepted. */
export function rulesFor(policyId: string, policy: JsonObject): RuleInForce[] {
  return rulesOf(policy).flatMap((rule) => {
    const { id: ruleId, expression, message, severity = 'error', where = {} } = rule;
    const { teams = [], tags = [] } = where;
    const enforced = policy['enforced'] === true;
    return kindsOf(rule).map((kind) => {
      return { policyId, ruleId, kind, expression, message, severity, enforced, teams, tags };
    });
  });
}

/** A rule that a document does not keep; with a problem, it cannot be said whether it does. */
export type Finding = Pick<RuleInForce, 'policyId' | 'ruleId' | 'severity' | 'message'> & {
  problem: string | null;
  /** True if it refuses a write of the document. */
  refuses: boolean;
};

/** The document that is judged: its JSON text, and what rules select documents by. */
export type Judged = {
  kind: string;
  text: string;
  ownerId: string | null;
  tags: readonly string[];
};

/** A finding as it is stored and shown. */
export function shownFinding({ policyId, ruleId, severity, message, problem }: Finding) {
  return { policyId, ruleId, severity, message, problem };
}

/** Like `judgeDocument`, for a process that receives texts. */
export function judgeText(text: string, request: string): Finding[] {
  const { judged, rules, definitions } = JSON.parse(request) as {
    judged: Omit<Judged, 'text'>;
    rules: RuleInForce[];
    definitions: LinkedDefinitions;
  };
  return judgeDocument({ ...judged, text }, rules, definitions);
}

/** Steps for all rules together: a text of 200 kB has 1,000 fields, which 200 simple rules may read. */
const stepsFor = (text: string): number => Math.min(1_000_000, 25_000 + 2 * text.length);

/** The rules that the document does not keep, in their order. Fields of a contract have what they take from linked definitions. */
export function judgeDocument(
  judged: Judged,
  rules: readonly RuleInForce[],
  definitions: LinkedDefinitions = {},
): Finding[] {
  const about = rules.filter((rule) => isAbout(rule, judged));
  if (about.length === 0) return [];
  const document = JSON.parse(judged.text) as JsonObject;
  const kind = judged.kind as RuledKind;
  const subject =
    kind === 'data-contract'
      ? contractSubject(withDefinitions(document, definitions))
      : productSubject(document);
  const variables = { [ruledKinds[kind]]: toValue(subject) };
  const steps: Steps = { left: stepsFor(judged.text) };
  return about.flatMap((rule) => judgeRule(rule, variables, steps) ?? []);
}

function isAbout(rule: RuleInForce, { kind, ownerId, tags }: Judged): boolean {
  return (
    rule.kind === kind &&
    (rule.teams.length === 0 || (ownerId !== null && rule.teams.includes(ownerId))) &&
    (rule.tags.length === 0 || rule.tags.some((tag) => tags.includes(tag)))
  );
}

/** A rule that cannot be judged refuses nothing: the document may be right. */
function judgeRule(
  { policyId, ruleId, severity, message, enforced, expression }: RuleInForce,
  variables: Readonly<Record<string, unknown>>,
  steps: Steps,
): Finding | undefined {
  const outcome = compile(expression).run(variables, steps);
  const finding = { policyId, ruleId, severity, message };
  if ('problem' in outcome) return { ...finding, problem: outcome.problem, refuses: false };
  if (outcome.holds) return undefined;
  return { ...finding, problem: null, refuses: enforced && severity === 'error' };
}
