import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Button } from '../../../components/controls/button.tsx';
import { DiffView } from '../../../components/documents/diff-view.tsx';
import { ErrorState } from '../../../components/states/error-state.tsx';
import { RelativeTime } from '../../../components/data/relative-time.tsx';
import { SkeletonLines } from '../../../components/states/skeleton.tsx';
import { StatusBadge } from '../../../components/data/status-badge.tsx';
import { historyTexts, versionTexts } from '../../../texts/contracts/contract-parts.ts';
import { changesQuery, versionsQuery } from '../queries.ts';
import type { ContractChange, Model, Revision } from '../queries.ts';
import { useContractSearch } from '../search.ts';
import { RevisionDiff } from './text-diff.tsx';

/** Revisions at the left with their verdicts; what one of them changed beside it. */
export function VersionsTab({ model: { id } }: { model: Model }) {
  const { search, set } = useContractSearch();
  const versions = useInfiniteQuery(versionsQuery(id));
  const changes = useQuery(changesQuery(id));
  if (versions.data === undefined) {
    return versions.error === null ? (
      <SkeletonLines lines={8} />
    ) : (
      <ErrorState error={versions.error} onRetry={() => void versions.refetch()} />
    );
  }
  const rows = versions.data.pages.flatMap((page) => page.rows);
  const changeOf = (revision: number) => changes.data?.find((each) => each.revision === revision);
  const shown = rows.find(({ version }) => version === search.revision) ?? rows[0];
  return (
    <div className={`two-panes${search.revision === undefined ? '' : ' on-second'}`}>
      <div className="first-pane">
        <ol className="result-list" aria-label={versionTexts.label}>
          {rows.map((row) => (
            <RevisionItem
              key={row.version}
              row={row}
              change={changeOf(row.version)}
              isShown={row === shown}
              onShow={() => set({ revision: row.version })}
            />
          ))}
        </ol>
        {versions.hasNextPage && (
          <Button wide disabled={versions.isFetching} onClick={() => void versions.fetchNextPage()}>
            {versionTexts.more}
          </Button>
        )}
      </div>
      {shown !== undefined && (
        <div className="second-pane">
          <Button compact className="narrow-only" onClick={() => set({ revision: undefined })}>
            {versionTexts.back}
          </Button>
          <RevisionView id={id} row={shown} change={changeOf(shown.version)} />
        </div>
      )}
    </div>
  );
}

type RevisionItemProps = {
  row: Revision;
  change: ContractChange | undefined;
  isShown: boolean;
  onShow: () => void;
};

function RevisionItem({ row, change, isShown, onShow }: RevisionItemProps) {
  return (
    <li>
      <button type="button" aria-current={isShown ? 'true' : undefined} onClick={onShow}>
        <span className="row">
          <span className="medium small">{versionTexts.revision(row.version)}</span>
          <span className="push">
            <Verdict row={row} change={change} />
          </span>
        </span>
        <span className="tiny soft">
          {change !== undefined &&
            `${versionTexts.versionFromTo(change.fromVersion, change.toVersion)} · `}
          {row.principalName ?? historyTexts.deletedAuthor} · <RelativeTime at={row.timestamp} />
        </span>
      </button>
    </li>
  );
}

function Verdict({ row, change }: { row: Revision; change: ContractChange | undefined }) {
  if (row.deleted)
    return (
      <StatusBadge of="key" value="revoked">
        {versionTexts.deleted}
      </StatusBadge>
    );
  if (change !== undefined) return <StatusBadge of="change" value={change.impact} />;
  return row.version === 1 ? null : <StatusBadge of="change" value="none" />;
}

const valueText = (value: unknown): string | undefined => {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

type RevisionViewProps = { id: string; row: Revision; change: ContractChange | undefined };

function RevisionView({ id, row, change }: RevisionViewProps) {
  return (
    <section className="stack-16" aria-label={versionTexts.revision(row.version)}>
      <header className="row wrap">
        <h2>{versionTexts.revision(row.version)}</h2>
        <Verdict row={row} change={change} />
        <span className="tiny faint">
          {row.principalName ?? historyTexts.deletedAuthor}, <RelativeTime at={row.timestamp} />
        </span>
      </header>
      {row.version === 1 ? (
        <p className="small soft">
          {versionTexts.first}. {versionTexts.firstDetail}
        </p>
      ) : (
        <>
          <FieldChanges change={change} />
          <h3>{versionTexts.text}</h3>
          <RevisionDiff id={id} from={row.version - 1} to={row.version} />
        </>
      )}
    </section>
  );
}

function FieldChanges({ change }: { change: ContractChange | undefined }) {
  if (change === undefined) return <p className="small soft">{versionTexts.noRecord}</p>;
  const { changes, omitted, hits, definition } = change;
  const sentences = [
    definition === undefined ? '' : versionTexts.definition(definition.id, definition.revision),
    versionTexts.hits(hits.outputPorts.length, hits.accesses?.length ?? 0),
  ].filter((sentence) => sentence !== '');
  return (
    <>
      {sentences.length > 0 && <p className="small soft">{sentences.join(' ')}</p>}
      <div className="card">
        <DiffView
          label={versionTexts.fields}
          changes={changes.map(({ path, impact, rule, from, to }) => ({
            path,
            rule,
            verdict: impact,
            from: valueText(from),
            to: valueText(to),
          }))}
        />
      </div>
      {omitted > 0 && <p className="tiny faint">{versionTexts.omitted(omitted)}</p>}
    </>
  );
}
