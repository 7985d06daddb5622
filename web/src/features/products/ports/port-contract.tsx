import { useQuery } from '@tanstack/react-query';
import { DocLink } from '../../../components/data/links.tsx';
import { RelativeTime } from '../../../components/data/relative-time.tsx';
import { StatusBadge } from '../../../components/data/status-badge.tsx';
import { portTexts, productTexts } from '../../../texts/products.ts';
import type { Access } from '../../own-access/state.ts';
import type { Port } from '../product-facts.ts';
import { PortPromise } from './port-list.tsx';
import { contractChangesQuery } from '../queries.ts';
import type { ContractChanges, ContractModel, PortQuality } from '../queries.ts';

type PortContractProps = {
  port: Port;
  quality: PortQuality | undefined;
  contract: ContractModel | undefined;
  access: Access | undefined;
};

/** The contract on which the own access was given, and the one that is latest. */
export function PortContract({ port, quality, contract, access }: PortContractProps) {
  // A request is not given yet, and what has ended is not used any more.
  const isGiven = access?.lifecycle === 'active' || access?.lifecycle === 'upcoming';
  const pinned = isGiven ? access.provider.dataContractVersion : undefined;
  const latest = contract?.version ?? undefined;
  return (
    <section>
      <h2 className="part-title">{portTexts.contract}</h2>
      <div className="card inside-card">
        <PortPromise port={port} quality={quality} />
        <Versions contractId={port.contractId} pinned={pinned} latest={latest} />
      </div>
    </section>
  );
}

type VersionsProps = {
  contractId: string | undefined;
  pinned: string | undefined;
  latest: string | undefined;
};

function Versions({ contractId, pinned, latest }: VersionsProps) {
  if (latest === undefined) return null;
  return (
    <>
      <dl className="details">
        {pinned !== undefined && (
          <>
            <dt>{portTexts.pinned}</dt>
            <dd className="mono">{pinned}</dd>
          </>
        )}
        <dt>{portTexts.latest}</dt>
        <dd className="mono">{latest}</dd>
      </dl>
      {pinned === latest && <p className="small faint">{portTexts.isLatest}</p>}
      {pinned !== undefined && pinned !== latest && (
        <>
          <p className="note warn">{portTexts.behind(pinned, latest)}</p>
          {contractId !== undefined && <Changes contractId={contractId} since={pinned} />}
        </>
      )}
    </>
  );
}

function Changes({ contractId, since }: { contractId: string; since: string }) {
  const { data } = useQuery(contractChangesQuery(contractId));
  if (data === undefined) return null;
  const later = changesSince(data, since);
  return (
    <>
      <h3>{portTexts.changesSince}</h3>
      {later.length === 0 && <p className="small faint">{portTexts.noChanges}</p>}
      <ul className="stack">
        {later.map((each) => (
          <li key={each.revision} className="row wrap small">
            <StatusBadge of="change" value={each.impact} />
            <span className="mono">
              {each.fromVersion} → {each.toVersion}
            </span>
            <span className="faint">
              <RelativeTime at={each.timestamp} />{' '}
              {each.principalName !== null && productTexts.by(each.principalName)}
            </span>
            <DocLink collection="datacontracts" id={contractId} name={portTexts.contract} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The changes are listed newest first: those after the version that was pinned. */
function changesSince(
  all: readonly ContractChanges[],
  version: string,
): readonly ContractChanges[] {
  const pinned = all.findIndex(({ toVersion }) => toVersion === version);
  return pinned === -1 ? all : all.slice(0, pinned);
}
