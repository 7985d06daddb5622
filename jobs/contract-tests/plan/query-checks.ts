import type { QualityRule } from '../../../domain/standards/odcs/contract-model.ts';
import { isNested } from './places.ts';
import type { Place } from './places.ts';
import type { CheckDraft, Expectation, QueryPiece } from './planned-check.ts';
import { cutQuery, textOfPieces } from './query/placeholders.ts';
import { checkRuleQuery } from './query/query-guard.ts';
import { dialectOf } from './server-kind.ts';
import type { Subject } from './subject.ts';
import { faultOfThreshold, noOperator } from './thresholds.ts';
import { impossible, notEvaluated } from './verdicts.ts';

function expectationOf(rule: QualityRule, { table, server, place }: Subject): Expectation {
  if (rule.query === undefined) return notEvaluated('The rule has no query');
  if (place !== undefined && place.field.includes('[]'))
    return notEvaluated('Queries about the items of an array are not evaluated');
  const dialect = dialectOf(server);
  const cut = cutQuery(rule.query, {
    model: table.physicalName,
    field: place?.field,
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
  return { kind: 'sql', query, threshold, ...namedPieces(cut.pieces, place) };
}

/** What is inside of a column has no name in the catalogue. */
function namedPieces(cut: readonly QueryPiece[], place: Place | undefined): Pieces {
  const isInside = place !== undefined && isNested(place);
  const pieces = cut.map((piece) =>
    isInside && typeof piece !== 'string' && piece.names === 'column' ? piece.written : piece,
  );
  return pieces.every((piece) => typeof piece === 'string') ? {} : { pieces };
}

type Pieces = { pieces?: readonly QueryPiece[] };

/** The check of a rule with a query of its own; a query that is not run says why. */
export function queryCheck(rule: QualityRule, index: number, subject: Subject): CheckDraft {
  return {
    type: subject.place === undefined ? 'model_quality_sql' : 'field_quality_sql',
    keySuffix: `quality_sql_${index}`,
    name: rule.description ?? 'Quality Check',
    expectation: expectationOf(rule, subject),
  };
}
