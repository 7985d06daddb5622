import { Link } from '@tanstack/react-router';
import { subjectHref } from '../../lib/address/subject-href.ts';
import { shortName } from '../../lib/text/plain-text.ts';
import { jobName } from '../../texts/operations/job-names.ts';
import { kindName } from '../../texts/operations/work-kinds.ts';

type SubjectLinkProps = { kind: string; id: string; name: string | null | undefined };

/** Work is called by its job, and kinds of work by their titles. */
function nameOf(kind: string, name: string): string {
  if (kind === 'work') return jobName(name);
  return kind === 'work-kind' ? kindName(name) : name;
}

/** What an event is about, by its name; without a page it is text. */
export function SubjectLink({ kind, id, name }: SubjectLinkProps) {
  const href = subjectHref(kind, id);
  const text = shortName(nameOf(kind, name ?? id));
  if (kind === 'change-request') {
    return (
      <Link className="link" to="/inbox" search={{ show: 'changes', id }}>
        {text}
      </Link>
    );
  }
  if (href === undefined) return <span>{text}</span>;
  return (
    <Link className="link" to={href}>
      {text}
    </Link>
  );
}
