import type { QualityRule } from '../../../domain/standards/odcs/contract-model.ts';
import { isNested } from './locations.ts';
import type { Location } from './locations.ts';
import type { CheckDraft, Expectation, QueryPiece } from './planned-check.ts';
import { cutQuery, textOfPieces } from './query/placeholders.ts';
import { checkRuleQuery } from './query/query-guard.ts';
import { dialectOf } from './server-kind.ts';
import type { Subject } from './subject.ts';
import { faultOfThreshold, noOperator } from './thresholds.ts';
import { impossible, notEvaluated } from './verdicts.ts';

function expectationOf(rule: QualityRule, { table, server, location }: Subject): Expectation {
  if (rule.query === undefined) return notEvaluated('The rule has no query');
  if (location !== undefined && location.field.includes('[]'))
    return notEvaluated('Queries about the items of an array are not evaluated');
  const dialect = dialectOf(server);
  const cut = cutQuery(rule.query, {
    model: table.physicalName,
    field: location?.field,
    server,
    dialect,
  });
  if ('missing' in cut)
    return impossible(
      `The query has the placeholder ${cut.missing}, which only the rules of properties can fill in`,
    );
  const query = textOfPieces(cut.pieces);
  const refusal = checkRuleQuery(query, dialect);
  if (refusal !== undefined) return impossible(refusal);
  const { threshold } = rule;
  if (threshold === undefined) return notEvaluated(noOperator);
  const fault = faultOfThreshold(threshold);
  if (fault !== undefined) return impossible(fault);
  return { kind: 'sql', query, threshold, ...namedPieces(cut.pieces, location) };
}

/** Nested values have no name in the catalog. */
function namedPieces(cut: readonly QueryPiece[], location: Location | undefined): Pieces {
  const isInside = location !== undefined && isNested(location);
  const pieces = cut.map((piece) =>
    isInside && typeof piece !== 'string' && piece.names === 'column' ? piece.written : piece,
  );
  return pieces.every((piece) => typeof piece === 'string') ? {} : { pieces };
}

type Pieces = { pieces?: readonly QueryPiece[] };

/** The check of a rule with a query; a query that is not run has a reason. */
export function queryCheck(rule: QualityRule, index: number, subject: Subject): CheckDraft {
  return {
    type: subject.location === undefined ? 'model_quality_sql' : 'field_quality_sql',
    keySuffix: `quality_sql_${index}`,
    name: rule.description ?? 'Quality Check',
    expectation: expectationOf(rule, subject),
  };
}
