import { harmOf } from '../../domain/operations/need.ts';
import type { Need, NeedSubject } from '../../domain/operations/need.ts';
import { findingActions } from '../../domain/operations/finding-actions.ts';
import type { FindingAction } from '../../domain/operations/finding-actions.ts';

/** Needs as pages show them: a sentence whose subject is a link, and the action that helps. */
export function presentFindings(needs: readonly Need[], operates: boolean) {
  return needs
    .toSorted((a, b) => harmOf(a) - harmOf(b))
    .map((need) => {
      const { severity, code, message, advice, since, subject, count, workId } = need;
      return {
        severity,
        code,
        text: partsOf(message, subject),
        subject: subject ?? { kind: 'installation', id: 'installation', name: 'Concordat' },
        count: count ?? null,
        since: since ?? null,
        advice,
        action: actionOf(need, operates),
        workId: workId ?? null,
      };
    });
}

/** Only the organization that operates the installation resumes a kind. */
function actionOf(need: Need, operates: boolean): FindingAction {
  const action = findingActions[need.code](need);
  return action.method === 'POST' && !operates ? { ...action, method: null, path: null } : action;
}

type Part = { text: string; isSubject: boolean };

/** The message in parts; the one that names the subject is marked, so that a page makes it a link. */
function partsOf(message: string, subject: NeedSubject | undefined): Part[] {
  const at = subject ? message.indexOf(subject.name) : -1;
  if (!subject || at < 0 || subject.name === '') return [{ text: message, isSubject: false }];
  const end = at + subject.name.length;
  return [
    { text: message.slice(0, at), isSubject: false },
    { text: subject.name, isSubject: true },
    { text: message.slice(end), isSubject: false },
  ].filter(({ text }) => text !== '');
}
