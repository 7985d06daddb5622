import { documentHref } from '../../lib/address/document-href.ts';
import type { Notice } from './queries.ts';

/** Where a notice leads: the part of a page that shows what happened. */
type Target = { to: string; search?: { id: string; show?: 'changes' } };

export function targetOf({ kind, reason, subjectKind, subjectId }: Notice): Target {
  if (subjectKind === 'change-request') {
    return { to: '/inbox', search: { show: 'changes', id: subjectId } };
  }
  if (reason === 'decide') return { to: '/inbox', search: { id: subjectId } };
  const page = documentHref(subjectKind, subjectId);
  if (kind === 'test-failed') return { to: `${page}/tests` };
  if (kind === 'contract-changed-major') return { to: `${page}/versions` };
  return { to: page };
}
