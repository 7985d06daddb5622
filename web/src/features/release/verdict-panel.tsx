import { IconAlertTriangle } from '@tabler/icons-react';
import { useId } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { DocLink, PersonLink, TeamLink } from '../../components/data/links.tsx';
import { StatusBadge } from '../../components/data/status-badge.tsx';
import { SkeletonLines } from '../../components/states/skeleton.tsx';
import { ProblemNote } from '../../components/states/problem-note.tsx';
import { releaseTexts } from '../../texts/studio/release.ts';
import { ChangeList } from './change-list.tsx';
import type { Consumer, Verdict } from './queries.ts';
import { teamsToTell } from './use-verdict.ts';
import type { Judged } from './use-verdict.ts';
import './release.css';

type VerdictPanelProps = {
  judged: Judged;
  /** Writes the required version into the text; without it the version is only named. */
  onRaise?: ((version: string) => void) | undefined;
  /** Teams that the author has told; without it nothing is asked. */
  told?: ReadonlySet<string>;
  onTold?: (teams: ReadonlySet<string>) => void;
};

/** How far the text changes the document, whom that affects, and what is to be done before it is saved. */
export function VerdictPanel(props: VerdictPanelProps) {
  const { verdict, isCurrent, error } = props.judged;
  const heading = useId();
  const isShown = verdict !== undefined && error === null;
  return (
    <section
      className="verdict-panel"
      aria-labelledby={heading}
      aria-busy={!isCurrent && error === null}
    >
      <div className="row">
        <h2 id={heading} className="verdict-title">
          {releaseTexts.title}
        </h2>
        <span role="status" className="row">
          {isShown && <StatusBadge of="change" value={verdict.impact} />}
          {isShown && !isCurrent && <span className="tiny faint">{releaseTexts.judging}</span>}
        </span>
      </div>
      {error !== null && <Unreadable error={error} />}
      {isShown && <Shown {...props} verdict={verdict} />}
      {verdict === undefined && error === null && <Unjudged isCurrent={isCurrent} />}
    </section>
  );
}

/** Nothing to judge yet, or no answer yet. */
function Unjudged({ isCurrent }: { isCurrent: boolean }) {
  if (!isCurrent) return <SkeletonLines lines={4} />;
  return <p className="small soft">{releaseTexts.untouched}</p>;
}

function Unreadable({ error }: { error: Error }) {
  return (
    <>
      <ProblemNote error={error} />
      <p className="small soft">{releaseTexts.unreadable}</p>
    </>
  );
}

function Shown({
  judged,
  verdict,
  onRaise,
  told,
  onTold,
}: VerdictPanelProps & { verdict: Verdict }) {
  return (
    <div className={judged.isCurrent ? 'stack' : 'stack verdict-old'}>
      <VerdictBody verdict={verdict} onRaise={onRaise} />
      {told !== undefined && onTold !== undefined && (
        <TellTeams verdict={verdict} told={told} onTold={onTold} />
      )}
    </div>
  );
}

type VerdictBodyProps = { verdict: Verdict; onRaise?: ((version: string) => void) | undefined };

/** The version, the changes, and the consumers of a verdict. */
export function VerdictBody({ verdict, onRaise }: VerdictBodyProps) {
  const { impact, fromVersion, toVersion, omitted } = verdict;
  if (impact === 'none') return <p className="small soft">{releaseTexts.unchanged}</p>;
  return (
    <>
      {(fromVersion || toVersion) && (
        <p className="mono small">{releaseTexts.versions(fromVersion, toVersion)}</p>
      )}
      <RequiredVersion verdict={verdict} onRaise={onRaise} />
      <ChangeList changes={verdict.changes} />
      {omitted > 0 && <p className="tiny faint">{releaseTexts.more(omitted)}</p>}
      {impact !== 'patch' && <Hits verdict={verdict} />}
    </>
  );
}

function RequiredVersion({ verdict, onRaise }: VerdictBodyProps) {
  const { versionRaised, requiredVersion, mode } = verdict;
  if (versionRaised || requiredVersion === undefined) return null;
  const isNeeded = mode === 'enforce';
  return (
    <div className={isNeeded ? 'note bad' : 'note warn'}>
      <IconAlertTriangle size={16} aria-hidden />
      <div className="row wrap">
        <span>
          {isNeeded
            ? releaseTexts.raiseNeeded(requiredVersion)
            : releaseTexts.raiseWanted(requiredVersion)}
        </span>
        {onRaise !== undefined && (
          <Button compact onClick={() => onRaise(requiredVersion)}>
            {releaseTexts.raise(requiredVersion)}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Ports and consumers by name. */
function Hits({ verdict: { hits, consumers } }: { verdict: Verdict }) {
  const accesses = hits.accesses?.length ?? 0;
  if (hits.outputPorts.length + accesses === 0) {
    return <p className="small soft">{releaseTexts.hitsNothing}</p>;
  }
  return (
    <>
      <p className="small medium">{releaseTexts.hits(hits.outputPorts.length, accesses)}</p>
      <ul className="verdict-hits" aria-label={releaseTexts.ports}>
        {hits.outputPorts.map(({ dataProductId, dataProductName, outputPortId }) => (
          <li key={`${dataProductId} ${outputPortId}`}>
            <DocLink
              collection="dataproducts"
              id={dataProductId}
              name={`${dataProductName ?? dataProductId} / ${outputPortId ?? ''}`}
            />
          </li>
        ))}
      </ul>
      {consumers.length > 0 && (
        <ul className="verdict-hits" aria-label={releaseTexts.consumers}>
          {consumers.map((each) => (
            <li key={each.teamId ?? each.userId} className="row">
              <ConsumerLink consumer={each} />
              <span className="tiny faint push nowrap">
                {releaseTexts.accesses(each.accesses.length)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function ConsumerLink({
  consumer: { teamId, teamName, userId, userName },
}: {
  consumer: Consumer;
}) {
  if (teamId === null) return <PersonLink name={userName} email={userId} />;
  return <TeamLink id={teamId} name={teamName} isDeleted={teamName === null} />;
}

type TellTeamsProps = {
  verdict: Verdict;
  told: ReadonlySet<string>;
  onTold: (teams: ReadonlySet<string>) => void;
};

/** A tick for each consuming team of a major change. */
export function TellTeams({ verdict, told, onTold }: TellTeamsProps) {
  const teams = teamsToTell(verdict);
  if (teams.length === 0) return null;
  const toggle = (id: string) => {
    const next = new Set(told);
    if (!next.delete(id)) next.add(id);
    onTold(next);
  };
  return (
    <fieldset className="verdict-told">
      <legend className="small medium">{releaseTexts.tellFirst}</legend>
      {teams.map(({ teamId, teamName }) => (
        <label key={teamId} className="check small">
          <input type="checkbox" checked={told.has(teamId)} onChange={() => toggle(teamId)} />
          {releaseTexts.told(teamName ?? teamId)}
        </label>
      ))}
    </fieldset>
  );
}
