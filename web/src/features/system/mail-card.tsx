import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { violationAt } from '../../api/problem.ts';
import { TextField } from '../../components/controls/text-field.tsx';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { ProblemNote } from '../../components/states/problem-note.tsx';
import { WhyNot } from '../../components/states/why-not.tsx';
import { useIdempotencyKey } from '../../lib/idempotency.ts';
import { countText } from '../../lib/numbers.ts';
import { pieceTexts } from '../../texts/operations/work.ts';
import { systemTexts } from '../../texts/operations/system.ts';
import { useMe } from '../session/queries.ts';
import { Facts } from './facts.tsx';
import { useTestMail } from './queries.ts';
import type { MailTest, System } from './queries.ts';

/** The mail server, and a test mail that shows what it answers. */
export function MailCard({ system: { mail, may } }: { system: System }) {
  const { configured, server, from, waiting, failedLastDay, lastSentAt } = mail;
  return (
    <Facts
      title={systemTexts.mail}
      facts={[
        { name: systemTexts.server, value: server ?? '–' },
        { name: systemTexts.from, value: from ?? '–' },
        { name: systemTexts.waiting, value: countText(waiting) },
        { name: systemTexts.failedDay, value: countText(failedLastDay) },
        {
          name: systemTexts.lastSent,
          value: lastSentAt === null ? systemTexts.never : <RelativeTime at={lastSentAt} />,
        },
      ]}
    >
      {!configured && <p className="note">{systemTexts.notConfigured}</p>}
      <TestMail mayTest={may.testMail} />
    </Facts>
  );
}

/** Addresses of the local administrator take no mail. */
const ownAddress = (email: string | null | undefined): string =>
  email === null || email === undefined || email.endsWith('.invalid') ? '' : email;

function TestMail({ mayTest }: { mayTest: boolean }) {
  const [to, setTo] = useState(ownAddress(useMe()?.email));
  const { key, renew } = useIdempotencyKey();
  const test = useTestMail();
  const isWaiting = test.data?.outcome === 'waiting';
  const submit = () => {
    if (to.trim() === '' || test.isPending) return;
    test.mutate(
      { to: to.trim(), key },
      { onSettled: (answer) => answer?.outcome !== 'waiting' && renew() },
    );
  };
  const problem = violationAt(test.error, 'to');
  return (
    <form
      className="stack mail-test"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (mayTest) submit();
      }}
    >
      <h3>{systemTexts.testTitle}</h3>
      <p className="small soft">{systemTexts.testHint}</p>
      <TextField
        label={systemTexts.to}
        type="email"
        problem={problem}
        value={to}
        onChange={(address) => {
          setTo(address);
          // Another address is another mail.
          renew();
          test.reset();
        }}
      />
      <div>
        <WhyNot
          type="submit"
          tone="primary"
          refused={mayTest ? undefined : { because: systemTexts.mayNot }}
          disabled={test.isPending || to.trim() === ''}
        >
          {buttonText(test.isPending, isWaiting)}
        </WhyNot>
      </div>
      {test.error !== null && problem === undefined && <ProblemNote error={test.error} />}
      {test.data !== undefined && <Outcome test={test.data} />}
    </form>
  );
}

function buttonText(isPending: boolean, isWaiting: boolean): string {
  if (isPending) return systemTexts.sending;
  return isWaiting ? systemTexts.askAgain : systemTexts.send;
}

const tones: Readonly<Record<string, string>> = { sent: 'ok', waiting: 'run' };

function Outcome({ test: { outcome, answer, seconds, hint, workId } }: { test: MailTest }) {
  return (
    <div className={`note ${tones[outcome] ?? 'bad'}`} role="status">
      <div>
        {systemTexts.outcomes[outcome] ?? outcome}{' '}
        {seconds !== null && systemTexts.answered(pieceTexts.seconds(seconds))} {hint}{' '}
        <Link className="link" to="/operate/work/$id" params={{ id: workId }}>
          {systemTexts.showWork}
        </Link>
        {answer !== null && (
          <>
            <p className="tiny">{systemTexts.serverSaid}:</p>
            <pre className="mail-answer">{answer}</pre>
          </>
        )}
      </div>
    </div>
  );
}
