import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { DocLink } from '../../components/data/links.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { Badge, StatusBadge } from '../../components/data/status-badge.tsx';
import { TableCard } from '../../components/data/table-card.tsx';
import { TestStrip } from '../../components/data/test-strip.tsx';
import { driftWords, productTexts, qualityTexts } from '../../texts/products.ts';
import { driftQuery } from './queries.ts';
import type { Drift, PortQuality, ProductQuality } from './queries.ts';
import { resultWord } from './ports/port-facts.ts';

/** The tests of all ports, and the differences between tables and contracts. */
export function QualityTab({ id, quality }: { id: string; quality: ProductQuality }) {
  const drift = useQuery(driftQuery(id));
  const tested = quality.ports.filter(({ servers }) => servers.length > 0);
  return (
    <div className="stack loose">
      {tested.length === 0 ? (
        <div className="card">
          <EmptyState sort="nothing-yet" title={qualityTexts.neverTitle}>
            {qualityTexts.neverHint}
          </EmptyState>
        </div>
      ) : (
        quality.ports.map((port) => <PortTests key={port.outputPortId} id={id} port={port} />)
      )}
      <Loaded query={drift}>{(found) => <DriftTable drift={found} />}</Loaded>
    </div>
  );
}

function PortTests({ id, port }: { id: string; port: PortQuality }) {
  const name = port.name ?? port.outputPortId;
  return (
    <TableCard
      title={name}
      heading={
        <Link
          className="hover-link"
          to="/dataproducts/$id/ports/$port"
          params={{ id, port: port.outputPortId }}
        >
          {name}
        </Link>
      }
      beside={
        <>
          {port.dataContractId !== null && (
            <span className="small">
              <DocLink
                collection="datacontracts"
                id={port.dataContractId}
                name={port.dataContractName}
              />
            </span>
          )}
          <span className="push">
            <TestStrip trend={port.days} />
          </span>
        </>
      }
    >
      <Results servers={port.servers} />
    </TableCard>
  );
}

function Results({ servers }: Pick<PortQuality, 'servers'>) {
  return (
    <>
      <thead>
        <tr>
          <th>{qualityTexts.server}</th>
          <th>{qualityTexts.result}</th>
          <th className="wide-only">{qualityTexts.contract}</th>
          <th>{qualityTexts.when}</th>
        </tr>
      </thead>
      <tbody>
        {servers.map((each) => (
          <tr key={each.id}>
            <td>{each.server ?? '–'}</td>
            <td>
              <Badge bare status={resultWord(each)} />
            </td>
            <td className="mono wide-only">{each.dataContractVersion}</td>
            <td>
              <RelativeTime at={each.timestampEnd} />
            </td>
          </tr>
        ))}
        {servers.length === 0 && (
          <tr>
            <td colSpan={4}>
              <StatusBadge of="test" value="none" bare />
            </td>
          </tr>
        )}
      </tbody>
    </>
  );
}

function DriftTable({ drift }: { drift: readonly Drift[] }) {
  const lines = drift.flatMap((each) =>
    each.differences.map((difference) => ({ ...each, difference })),
  );
  return (
    <section>
      <h2 className="part-title">{qualityTexts.driftTitle}</h2>
      {lines.length === 0 ? (
        <p className="small soft">{productTexts.noDrift}</p>
      ) : (
        <div
          className="card sideways"
          role="region"
          aria-label={qualityTexts.driftTitle}
          tabIndex={0}
        >
          <table>
            <tbody>
              {lines.map(({ outputPortId, difference, foundAt }) => (
                <tr key={`${outputPortId} ${difference.kind} ${difference.field ?? ''}`}>
                  <td>{outputPortId}</td>
                  <td className="mono">{difference.field ?? '–'}</td>
                  <td>{driftWords[difference.kind] ?? difference.kind}</td>
                  <td className="mono wide-only">
                    {difference.expected ?? '–'} → {difference.actual ?? '–'}
                  </td>
                  <td>
                    <RelativeTime at={foundAt} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
