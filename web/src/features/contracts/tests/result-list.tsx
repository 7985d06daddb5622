import { RelativeTime } from '../../../components/data/relative-time.tsx';
import { StatusBadge } from '../../../components/data/status-badge.tsx';
import { testTexts } from '../../../texts/contracts/contract-tests.ts';
import type { ResultHead } from '../queries.ts';

type ResultListProps = {
  rows: readonly ResultHead[];
  shown: string | undefined;
  onShow: (id: string) => void;
};

/** Tests, newest first. */
export function ResultList({ rows, shown, onShow }: ResultListProps) {
  return (
    <ol className="result-list" aria-label={testTexts.label}>
      {rows.map((row) => (
        <li key={row.id}>
          <button
            type="button"
            aria-current={row.id === shown ? 'true' : undefined}
            onClick={() => onShow(row.id)}
          >
            <span className="row">
              <StatusBadge of="test" value={row.result} bare />
              <span className="tiny faint push">
                <RelativeTime at={row.timestampStart} />
              </span>
            </span>
            <span className="tiny soft">
              {testTexts.checksOf(row.failedChecks, row.checkCount)}
              {row.server !== null && ` · ${row.server}`} · {row.dataContractVersion}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
