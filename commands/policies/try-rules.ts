import type { Db } from '../../db/connect.ts';
import { listJudged } from '../../db/tables/policies/rules.ts';
import type { StoredDocument } from '../../db/tables/policies/rules.ts';
import type { Finding, RuleInForce } from '../../domain/policies/judge.ts';
import { ruledKinds } from '../../domain/policies/rules.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import { judge } from './judge-write.ts';

/** Texts may have 5 MB each. */
const pageSize = 20;
/** A request judges documents for about so long; the next one goes on behind them. */
const budgetMs = 1_500;

/** A place in the order in which documents are judged. */
export type JudgedPlace = { kind: string; id: string };

/** What documents would not keep of some rules. */
export type Trial = {
  checked: number;
  /** The last document that was judged; undefined after the last one of all. */
  last: JudgedPlace | undefined;
  found: { document: Omit<StoredDocument, 'text'>; findings: Finding[] }[];
};

/** Judges the documents behind a place by rules, whether or not they are in force; nothing is stored. */
export async function tryRules(
  db: Db,
  organizationId: OrganizationId,
  { rules, after }: { rules: readonly RuleInForce[]; after: JudgedPlace | undefined },
): Promise<Trial> {
  const end = performance.now() + budgetMs;
  const trial: Trial = { checked: 0, last: undefined, found: [] };
  for (let at: JudgedPlace | undefined = after ?? { kind: first, id: '' }; at !== undefined;) {
    if (performance.now() > end) return { ...trial, last: at };
    const page = await listJudged(db, organizationId, at.kind, { after: at.id, limit: pageSize });
    for (const { text, ...document } of page) {
      const findings = await judge(db, organizationId, { judged: { ...document, text }, rules });
      if (findings.length > 0) trial.found.push({ document, findings });
    }
    trial.checked += page.length;
    at = placeBehind(at, page);
  }
  return trial;
}

const kinds = Object.keys(ruledKinds);
const [first = ''] = kinds;

/** Where to go on: behind the last document of a full page, else at the next kind. */
function placeBehind(
  { kind }: JudgedPlace,
  page: readonly StoredDocument[],
): JudgedPlace | undefined {
  const last = page.at(-1);
  if (last && page.length === pageSize) return { kind, id: last.id };
  const next = kinds[kinds.indexOf(kind) + 1];
  return next === undefined ? undefined : { kind: next, id: '' };
}
