import { useQuery } from '@tanstack/react-query';
import { namesQuery } from '../../api/names.ts';
import { DocLink } from '../../components/data/links.tsx';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { assetTexts } from '../../texts/assets.ts';
import { driftWords } from '../../texts/products.ts';
import { assetDriftQuery } from './queries.ts';
import type { Drift } from './queries.ts';

/** Where the asset differs from the contracts of its ports. */
export function DriftTable({ id }: { id: string }) {
  const drift = useQuery(assetDriftQuery(id));
  return (
    <section>
      <h2 className="part-title">{assetTexts.drift}</h2>
      <Loaded query={drift}>
        {(all) =>
          all.length === 0 ? (
            <div className="card">
              <EmptyState sort="nothing-yet" title={assetTexts.noDrift}>
                {assetTexts.noDriftHint}
              </EmptyState>
            </div>
          ) : (
            <Differences drifts={all} />
          )
        }
      </Loaded>
    </section>
  );
}

function Differences({ drifts }: { drifts: readonly Drift[] }) {
  const refs = [...new Set(drifts.map((each) => `data-contract:${each.dataContractId}`))];
  const names = useQuery(namesQuery(refs)).data;
  const rows = drifts.flatMap((drift) =>
    drift.differences.map((difference) => ({ drift, difference })),
  );
  return (
    <div className="card sideways" role="region" aria-label={assetTexts.drift} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th>{assetTexts.column}</th>
            <th>{assetTexts.difference}</th>
            <th>{assetTexts.contract}</th>
            <th className="wide-only">{assetTexts.since}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ drift: { dataContractId, outputPortId, foundAt }, difference }) => (
            <tr key={`${dataContractId} ${outputPortId} ${difference.kind} ${difference.field}`}>
              <td className="mono">{difference.field ?? '–'}</td>
              <td>{differenceText(difference)}</td>
              <td>
                <DocLink
                  collection="datacontracts"
                  id={dataContractId}
                  name={names?.get(`data-contract:${dataContractId}`)}
                />
              </td>
              <td className="wide-only soft">
                <RelativeTime at={foundAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function differenceText({ kind, expected, actual }: Drift['differences'][number]): string {
  const says = driftWords[kind] ?? kind;
  if (expected === undefined || actual === undefined) return says;
  return `${says}: ${assetTexts.expectedActual(expected, actual)}`;
}
