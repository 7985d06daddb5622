import type { UnreadLink } from '../../linked-definitions/inline-definitions.ts';
import type { CheckDraft, PlannedCheck } from './planned-check.ts';
import { notEvaluated } from './verdicts.ts';

const type = 'field_linked_definition';

/** One check for each link of a table to a definition that could not be read: its rules are not known. */
export function unreadLinkChecks(unread: readonly UnreadLink[], tableIndex: number): CheckDraft[] {
  return unread
    .filter((link) => link.tableIndex === tableIndex)
    .map(({ field, url, reason }) => ({
      type,
      name: `Check that the definition of field '${field}' can be read`,
      field,
      expectation: notEvaluated(
        `The definition at '${url}' could not be read, so its rules are not checked: ${reason}`,
      ),
    }));
}

/** True for a check of a link that could not be read. */
export function isUnreadLink(check: PlannedCheck): boolean {
  return check.type === type;
}
