import { Fact } from '../../components/data/fact.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TeamLink } from '../../components/data/links.tsx';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { StatusBadge } from '../../components/data/status-badge.tsx';
import { SubjectLink } from '../../components/data/subject-link.tsx';
import { DetailDrawer } from '../../components/dialogs/detail-drawer.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { ProblemNote } from '../../components/states/problem-note.tsx';
import { WhyNot } from '../../components/states/why-not.tsx';
import { announce } from '../../lib/announce.ts';
import { mailTexts } from '../../texts/operate/mail.ts';
import { useReadOnly } from '../session/read-only.ts';
import { templateName } from './mail-table.tsx';
import { mailQuery, useResend } from './queries.ts';
import type { MailWithText } from './queries.ts';

/** One message: what it says, what the server answered, and the way to send it again. */
export function MailDetail({ id, onClose }: { id: string; onClose: () => void }) {
  const mail = useQuery(mailQuery(id));
  const title = mail.data === undefined ? mailTexts.title : templateName(mail.data.template);
  return (
    <DetailDrawer title={title} onClose={onClose}>
      <Loaded query={mail}>
        {(loaded) => (
          <>
            <Facts mail={loaded} />
            <Resend mail={loaded} />
            <Text mail={loaded} />
          </>
        )}
      </Loaded>
    </DetailDrawer>
  );
}

function Facts({ mail }: { mail: MailWithText }) {
  const { recipient, medium, teamId, teamName, status, attempts, repeats } = mail;
  const counts = [
    attempts > 0 && mailTexts.attempts(attempts),
    repeats > 0 && mailTexts.repeats(repeats),
  ].filter((each) => each !== false);
  return (
    <dl className="details">
      <Fact name={mailTexts.state}>
        <StatusBadge of="mail" value={status} />{' '}
        <span className="small faint">{counts.join(', ')}</span>
      </Fact>
      <Fact name={mailTexts.why}>{mail.reason}</Fact>
      <Fact name={mailTexts.says}>
        {mail.answer !== null && <span className="mono">{mail.answer}</span>}
      </Fact>
      <Fact name={mailTexts.recipient}>
        {recipient ?? mailTexts.noRecipient} ({mailTexts.media[medium]})
      </Fact>
      <Fact name={mailTexts.team}>
        <TeamLink id={teamId} name={teamName} />
      </Fact>
      <Fact name={mailTexts.subject}>
        <SubjectLink kind={mail.subjectKind} id={mail.subjectId} name={mail.subjectName} />
      </Fact>
      <Fact name={mailTexts.requested}>
        <RelativeTime at={mail.createdAt} />
      </Fact>
      <Fact name={mailTexts.sentAt}>
        {mail.sentAt !== null && <RelativeTime at={mail.sentAt} />}
      </Fact>
      <Fact name={mailTexts.failedAt}>
        {mail.failedAt !== null && <RelativeTime at={mail.failedAt} />}
      </Fact>
      <Fact name={mailTexts.messageId}>
        {mail.messageId !== null && <span className="mono">{mail.messageId}</span>}
      </Fact>
    </dl>
  );
}

function Resend({ mail: { id, status, workId } }: { mail: MailWithText }) {
  const resend = useResend(id);
  const refused = useReadOnly();
  const send = () => resend.mutate(undefined, { onSuccess: () => announce(mailTexts.resent) });
  return (
    <div className="stack">
      <div className="row wrap">
        <WhyNot refused={refused} disabled={resend.isPending} onClick={send}>
          {status === 'queued' ? mailTexts.resendNow : mailTexts.resend}
        </WhyNot>
        {workId !== null && (
          <Link className="button" to={workHref(workId)}>
            {mailTexts.work}
          </Link>
        )}
      </div>
      {resend.error !== null && <ProblemNote error={resend.error} />}
      {resend.isSuccess && (
        <p className="small soft" role="status">
          {mailTexts.resent}
        </p>
      )}
    </div>
  );
}

const workHref = (id: string): string => `/operate/work/${encodeURIComponent(id)}`;

/** The text as it was sent. It is text, whatever it holds. */
function Text({ mail: { message } }: { mail: MailWithText }) {
  return (
    <section className="stack">
      <h3>{message?.subject ?? mailTexts.message}</h3>
      {message === null ? (
        <p className="small soft">{mailTexts.messageGone}</p>
      ) : (
        <pre className="code-block" tabIndex={0} role="region" aria-label={mailTexts.message}>
          {message.text}
        </pre>
      )}
    </section>
  );
}
