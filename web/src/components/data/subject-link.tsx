import { Link } from '@tanstack/react-router';
import { subjectHref } from '../../lib/address/subject-href.ts';
import { shortName } from '../../lib/text/plain-text.ts';
import { jobName } from '../../texts/operations/job-names.ts';

type SubjectLinkProps = { kind: string; id: string; name: string | null | undefined };

/** What an event is about, by its name; without a page it is text. */
export function SubjectLink({ kind, id, name }: SubjectLinkProps) {
  const href = subjectHref(kind, id);
  const text = shortName(kind === 'work' && name ? jobName(name) : (name ?? id));
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
