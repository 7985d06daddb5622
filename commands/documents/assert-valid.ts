import { refuse } from '../../domain/errors.ts';
import type { DocumentKind } from '../../domain/kinds/kind.ts';
import type { JsonObject } from '../../lib/json.ts';

/** Refuses with `invalid_document` unless the document obeys the rules of its kind. */
export function assertValid(kind: DocumentKind, document: JsonObject): void {
  const violations = kind.validate(document);
  if (violations.length === 0) return;
  const [first] = violations;
  const message = `This is no valid ${kind.title}: ${first?.field} ${first?.message}.`;
  refuse('invalid_document', message, { violations });
}
