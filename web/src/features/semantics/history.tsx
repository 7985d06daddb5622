import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Segments } from '../../components/controls/segments.tsx';
import { Button } from '../../components/controls/button.tsx';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { Timeline } from '../../components/documents/timeline.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { conceptTexts } from '../../texts/semantics/concepts.ts';
import { semanticTexts } from '../../texts/semantics/semantics.ts';
import { Audit } from './audit.tsx';
import { ChangeList } from './change-list.tsx';
import { diffQuery, revisionsQuery } from './queries.ts';
import type { Revision } from './queries.ts';

/** The compared revisions; without them, the newest with the one before. */
export type Compared = { from?: number; to?: number };

type HistoryProps = {
  namespace: string;
  compared: Compared;
  onCompare: (compared: Compared) => void;
  /** The audit trail in place of the revisions. */
  isAudit: boolean;
  onAudit: (isAudit: boolean) => void;
};

/** The revisions of an ontology with the changes between two of them, or its audit trail. */
export function History(props: HistoryProps) {
  const { namespace, isAudit, onAudit } = props;
  return (
    <div className="stack">
      <div className="row">
        <Segments
          label={semanticTexts.historyShows}
          value={isAudit ? 'audit' : 'revisions'}
          options={[
            { value: 'revisions', name: semanticTexts.revisions },
            { value: 'audit', name: semanticTexts.audit },
          ]}
          onChange={(shown) => onAudit(shown === 'audit')}
        />
      </div>
      {isAudit ? <Audit namespace={namespace} /> : <Compare {...props} />}
    </div>
  );
}

type CompareProps = Pick<HistoryProps, 'namespace' | 'compared' | 'onCompare'>;

function Compare({ namespace, compared, onCompare }: CompareProps) {
  const query = useInfiniteQuery(revisionsQuery(namespace));
  return (
    <Loaded query={query}>
      {({ pages }) => {
        const revisions = pages.flatMap((page) => page.revisions);
        const newest = revisions[0]?.version;
        if (newest === undefined) {
          return (
            <div className="card">
              <EmptyState sort="nothing-yet" title={semanticTexts.noHistory}>
                {semanticTexts.noHistoryHint}
              </EmptyState>
            </div>
          );
        }
        const to = compared.to ?? newest;
        const from = compared.from ?? to - 1;
        return (
          <div className="history-parts">
            <div className="card inside-card">
              <Revisions revisions={revisions} from={from} to={to} onCompare={onCompare} />
              {query.hasNextPage && (
                <Button compact onClick={() => void query.fetchNextPage()}>
                  {semanticTexts.more}
                </Button>
              )}
            </div>
            <section className="stack">
              <Range from={from} to={to} newest={newest} onCompare={onCompare} />
              <Diff namespace={namespace} from={from} to={to} />
            </section>
          </div>
        );
      }}
    </Loaded>
  );
}

type RevisionsProps = {
  revisions: readonly Revision[];
  from: number;
  to: number;
  onCompare: (compared: Compared) => void;
};

function Revisions({ revisions, from, to, onCompare }: RevisionsProps) {
  const isShown = ({ version }: Revision) => to === version && from === version - 1;
  return (
    <Timeline
      label={semanticTexts.history}
      steps={revisions.map((revision) => ({
        title: <RevisionTitle revision={revision} />,
        at: <RelativeTime at={revision.timestamp} />,
        below: <Below revision={revision} isShown={isShown(revision)} onCompare={onCompare} />,
        tone: revision.branch === null ? ('idle' as const) : ('ok' as const),
      }))}
    />
  );
}

function RevisionTitle({ revision: { version, principalName, branch } }: { revision: Revision }) {
  return (
    <>
      <span className="medium">{semanticTexts.revision(version)}</span>{' '}
      <span className="small faint">
        {branch === null
          ? semanticTexts.by(principalName)
          : `${semanticTexts.merged(branch)}, ${semanticTexts.by(principalName)}`}
      </span>
    </>
  );
}

type BelowProps = {
  revision: Revision;
  isShown: boolean;
  onCompare: (compared: Compared) => void;
};

function Below({ revision: { version, concepts }, isShown, onCompare }: BelowProps) {
  return (
    <span className="row">
      <span className="tiny faint">{conceptTexts.counts(concepts)}</span>
      <Button
        compact
        tone="quiet"
        aria-pressed={isShown}
        onClick={() => onCompare({ from: version - 1, to: version })}
      >
        {semanticTexts.fields}
      </Button>
    </span>
  );
}

type RangeProps = {
  from: number;
  to: number;
  newest: number;
  onCompare: (compared: Compared) => void;
};

function Range({ from, to, newest, onCompare }: RangeProps) {
  const number = (value: number, label: string, onChange: (value: number) => void) => (
    <input
      type="number"
      className="input revision-input"
      aria-label={label}
      min={0}
      max={newest}
      value={value}
      onChange={({ target }) => {
        const next = Number(target.value);
        if (Number.isInteger(next) && next >= 0 && next <= newest) onChange(next);
      }}
    />
  );
  return (
    <p className="row small">
      {semanticTexts.compareWith}
      {number(from, semanticTexts.compareWith, (value) => onCompare({ from: value, to }))}
      {semanticTexts.to}
      {number(to, semanticTexts.to, (value) => onCompare({ from, to: value }))}
    </p>
  );
}

function Diff({ namespace, from, to }: { namespace: string; from: number; to: number }) {
  const query = useQuery(diffQuery(namespace, from, to));
  return (
    <Loaded query={query}>
      {({ changes, total }) =>
        changes.length === 0 ? (
          <div className="card">
            <EmptyState sort="nothing-yet" title={semanticTexts.noChanges}>
              {semanticTexts.noChangesHint}
            </EmptyState>
          </div>
        ) : (
          <ChangeList namespace={namespace} changes={changes} total={total} />
        )
      }
    </Loaded>
  );
}
