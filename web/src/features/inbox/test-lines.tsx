import { Link } from '@tanstack/react-router';
import { KindIcon } from '../../components/data/kind-icon.tsx';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { Badge, StatusBadge } from '../../components/data/status-badge.tsx';
import { inboxTexts } from '../../texts/inbox.ts';
import type { Todo } from './queries.ts';

type TestLinesProps = Pick<Todo, 'tests' | 'drift'>;

/** Contracts whose newest test failed, and products whose assets differ from their contracts. */
export function TestLines({ tests, drift }: TestLinesProps) {
  return (
    <ul className="todo-lines" aria-label={inboxTexts.tests}>
      {tests.map((test) => (
        <TestLine key={test.testResultId} test={test} />
      ))}
      {drift.map((each) => (
        <DriftLine key={each.dataProductId} drift={each} />
      ))}
    </ul>
  );
}

function TestLine({ test }: { test: Todo['tests'][number] }) {
  const { dataContractId, name, teamName, server, result, failedChecks, checkCount } = test;
  return (
    <li className="todo-line">
      <KindIcon kind="DATA_CONTRACT" />
      <Link
        to="/datacontracts/$id/{-$tab}"
        params={{ id: dataContractId, tab: 'tests' }}
        search={server === null ? {} : { server }}
      >
        <span className="medium ellipsis">{name}</span>
        <span className="small faint ellipsis">
          {[teamName, server === null ? undefined : inboxTexts.onServer(server)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </Link>
      <StatusBadge of="test" value={result}>
        {inboxTexts.failing(failedChecks, checkCount)}
      </StatusBadge>
      <span className="tiny faint nowrap todo-time">
        <RelativeTime at={test.testedAt} />
      </span>
    </li>
  );
}

function DriftLine({ drift }: { drift: Todo['drift'][number] }) {
  const { dataProductId, name, teamName, assetCount, foundAt } = drift;
  return (
    <li className="todo-line">
      <KindIcon kind="DATA_PRODUCT" />
      <Link to="/dataproducts/$id/{-$tab}" params={{ id: dataProductId, tab: 'quality' }}>
        <span className="medium ellipsis">{name}</span>
        <span className="small faint ellipsis">{teamName}</span>
      </Link>
      <Badge status={{ tone: 'warn', word: inboxTexts.differ(assetCount), icon: 'alert' }} />
      <span className="tiny faint nowrap todo-time">
        <RelativeTime at={foundAt} />
      </span>
    </li>
  );
}
