import { IconExternalLink, IconGitPullRequest } from '@tabler/icons-react';
import { useState } from 'react';
import { RelativeTime } from '../../../components/data/relative-time.tsx';
import { WhyNot } from '../../../components/states/why-not.tsx';
import type { Refused } from '../../../components/states/why-not.tsx';
import { gitTexts } from '../../../texts/git.ts';
import { pullRequestTexts as texts } from '../../../texts/git/pull-requests.ts';
import { isGoingOn } from '../queries.ts';
import type { GitConnection, GitRun, GitState, GitSubject } from '../queries.ts';
import { ProposeDialog } from './propose-dialog.tsx';

type PullRequestsProps = GitState & { subject: GitSubject; refused: Refused | undefined };

/** Proposes a document as a pull request, and shows those that were opened. */
export function PullRequests({ subject, connection, runs, refused }: PullRequestsProps) {
  const [isProposing, setProposing] = useState(false);
  const busy = runs.some(isGoingOn) ? { because: gitTexts.isRunning } : undefined;
  const opened = openedBy(runs);
  return (
    <div className="stack">
      <div className="row wrap">
        <WhyNot refused={refused ?? busy ?? whyNot(connection)} onClick={() => setProposing(true)}>
          {texts.propose}
        </WhyNot>
      </div>
      {opened.length > 0 && (
        <section aria-label={texts.title}>
          <ul className="pull-requests">
            {opened.map((run) => (
              <Opened key={run.pullRequest.url} run={run} />
            ))}
          </ul>
          <p className="tiny faint">{texts.hostDecides}</p>
        </section>
      )}
      {isProposing && (
        <ProposeDialog
          subject={subject}
          connection={connection}
          onClose={() => setProposing(false)}
        />
      )}
    </div>
  );
}

type OpeningRun = GitRun & { pullRequest: NonNullable<GitRun['pullRequest']> };

/** Pull requests, the newest first: a repeated request finds the same one. */
function openedBy(runs: readonly GitRun[]): OpeningRun[] {
  const opening = runs.filter((run): run is OpeningRun => run.pullRequest !== null);
  const urls = opening.map(({ pullRequest }) => pullRequest.url);
  return opening.filter(({ pullRequest }, index) => urls.indexOf(pullRequest.url) === index);
}

function Opened({ run: { pullRequest, requestedAt } }: { run: OpeningRun }) {
  const { number, title, url } = pullRequest;
  return (
    <li className="small">
      <IconGitPullRequest size={14} stroke={1.75} aria-hidden />{' '}
      <a className="link" href={url} rel="noopener noreferrer" target="_blank">
        {texts.number(number)} {title} <IconExternalLink size={13} stroke={1.75} aria-hidden />
      </a>{' '}
      <span className="tiny faint">
        {texts.opened} <RelativeTime at={requestedAt} />
      </span>
    </li>
  );
}

/** Why a pull request would be refused. */
function whyNot({ syncState, gitConnectionType, repositoryUrl }: GitConnection) {
  if (gitConnectionType === 'git') return { because: texts.noHost };
  if (!/^https?:/u.test(repositoryUrl)) return { because: texts.noToken };
  if (syncState === 'UP_TO_DATE') return { because: texts.nothing };
  if (syncState === 'REMOTE_IS_NEWER') return { because: texts.fileIsNewer };
  return undefined;
}
