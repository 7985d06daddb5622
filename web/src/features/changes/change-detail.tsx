import { Avatar } from '../../components/data/avatar.tsx';
import { Button } from '../../components/controls/button.tsx';
import { DocLink, TeamLink } from '../../components/data/links.tsx';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { StatusBadge } from '../../components/data/status-badge.tsx';
import { Markdown } from '../../components/documents/markdown.tsx';
import { changeTexts } from '../../texts/studio/changes.ts';
import { releaseTexts } from '../../texts/studio/release.ts';
import { TellTeams, VerdictBody } from '../release/verdict-panel.tsx';
import { ChangeComments } from './change-comments.tsx';
import { ChangeTexts, OutdatedNote } from './change-texts.tsx';
import { ProposalEditor } from './proposal-editor.tsx';
import type { Change } from './queries.ts';
import type { useChange } from './use-change.ts';

type ChangeDetailProps = {
  change: Change;
  actions: ReturnType<typeof useChange>;
  isEditing: boolean;
  onEdit: (isEditing: boolean) => void;
};

/** A proposed change with all that a decision needs: why, the difference, its verdict, and what people say. */
export function ChangeDetail({ change, actions, isEditing, onEdit }: ChangeDetailProps) {
  const { status, outdated, mayDecide, mine, note } = change;
  const isOpen = status === 'open';
  const mayEdit = isOpen && !isEditing && (mayDecide || mine);
  return (
    <div className="change-detail">
      <Head change={change} />
      <div className="row wrap">
        <h2 className="change-title">{change.title}</h2>
        {mayEdit && (
          <Button compact className="push" onClick={() => onEdit(true)}>
            {changeTexts.edit}
          </Button>
        )}
      </div>
      {note !== null && <Markdown text={note} />}
      <Decision change={change} />
      {outdated && (
        <OutdatedNote
          change={change}
          isBusy={actions.isBusy}
          onSave={(source) => void actions.replace(change, source)}
        />
      )}
      {change.problem !== null && <p className="field-problem">{change.problem}</p>}
      <Texts change={change} actions={actions} isEditing={isEditing} onEdit={onEdit} />
      <ChangeComments change={change} onComment={(text) => actions.comment(change, text)} />
    </div>
  );
}

/** The difference with its verdict, or the form that edits the proposal. */
function Texts({ change, actions, isEditing, onEdit }: ChangeDetailProps) {
  // Against the current text, an outdated proposal would also take back what others have saved.
  const verdict = change.baseVerdict ?? change.verdict;
  if (isEditing) {
    return (
      <ProposalEditor
        change={change}
        onSave={(source) => actions.edit(change, source)}
        onClose={() => onEdit(false)}
      />
    );
  }
  return (
    <div className={change.status === 'open' ? 'change-parts' : 'stack'}>
      <ChangeTexts change={change} />
      {verdict !== null && <Verdict change={change} verdict={verdict} actions={actions} />}
    </div>
  );
}

type VerdictProps = Pick<ChangeDetailProps, 'change' | 'actions'> & {
  verdict: NonNullable<Change['verdict']>;
};

/** The verdict, with the version and the ticks that an acceptance needs. */
function Verdict({ change, verdict, actions }: VerdictProps) {
  const { status, outdated, mayDecide, mine, source } = change;
  const canChange = status === 'open' && !outdated;
  const raise = async (version: string) => {
    // Loaded for this click only: it has a parser of YAML.
    const { withVersion } = await import('./with-version.ts');
    await actions.replace(change, withVersion(source, version));
  };
  return (
    <section className="verdict-panel">
      <div className="row">
        <h3>{releaseTexts.title}</h3>
        <StatusBadge of="change" value={verdict.impact} />
      </div>
      {outdated && <p className="tiny faint">{changeTexts.verdictBase}</p>}
      <VerdictBody
        verdict={verdict}
        onRaise={canChange && (mayDecide || mine) ? (version) => void raise(version) : undefined}
      />
      {canChange && mayDecide && (
        <TellTeams verdict={verdict} told={actions.told} onTold={actions.setTold} />
      )}
    </section>
  );
}

function Head({ change }: { change: Change }) {
  const { proposedByName, kind, documentId, documentName, team, createdAt, status } = change;
  const who = proposedByName ?? changeTexts.somebody;
  return (
    <div className="row wrap small change-head">
      <Avatar name={who} />
      <span className="faint">
        {who} {changeTexts.proposes}{' '}
        <DocLink collection={kind} id={documentId} name={documentName} />
        {team.id !== null && (
          <>
            {' · '}
            <TeamLink id={team.id} name={team.name} />
          </>
        )}
        {' · '}
        <RelativeTime at={createdAt} />
      </span>
      <span className="push">
        <StatusBadge of="proposal" value={status} />
      </span>
    </div>
  );
}

/** What became of the change, and the note of the decision. */
function Decision({ change }: { change: Change }) {
  const { status, decidedAt, decidedByName, decisionNote, acceptedRevision } = change;
  if (decidedAt === null) return null;
  return (
    <div className={status === 'accepted' ? 'note ok' : 'note'}>
      <div className="stack">
        <span>
          {changeTexts.decidedBy(changeTexts.states[status], decidedByName)}{' '}
          <RelativeTime at={decidedAt} />.{' '}
          {acceptedRevision !== null && changeTexts.savedAs(acceptedRevision)}
        </span>
        {decisionNote !== null && <Markdown text={decisionNote} />}
      </div>
    </div>
  );
}
