import { IconCertificate } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { KindIconFrame, PortIcon } from '../../../components/data/kind-icon.tsx';
import { Markdown } from '../../../components/documents/markdown.tsx';
import { DocLink } from '../../../components/data/links.tsx';
import { Badge } from '../../../components/data/status-badge.tsx';
import { documentHref } from '../../../lib/address/document-href.ts';
import { useNow } from '../../../lib/now.ts';
import { portTypeName } from '../../../texts/port-types.ts';
import { productTexts, qualityTexts } from '../../../texts/products.ts';
import { accessState, byUrgency, isCurrent } from '../../own-access/state.ts';
import type { Access } from '../../own-access/state.ts';
import { OpenIn } from './open-in.tsx';
import { serverWords } from './port-facts.ts';
import type { Port, ProductFacts } from '../product-facts.ts';
import type { PortQuality, ProductQuality } from '../queries.ts';

type PortListProps = {
  product: ProductFacts;
  quality: ProductQuality | undefined;
  own: readonly Access[];
};

/** The output ports: what each offers, whether it keeps its promise, and the own access to it. */
export function PortList({ product, quality, own }: PortListProps) {
  if (product.ports.length === 0) {
    return (
      <div className="card">
        <EmptyState sort="nothing-yet" title={productTexts.noPorts}>
          {productTexts.noPortsHint}
        </EmptyState>
      </div>
    );
  }
  return (
    <ul className="card ports">
      {product.ports.map((port) => (
        <PortLine
          key={port.id}
          productId={product.id}
          port={port}
          quality={quality?.ports.find(({ outputPortId }) => outputPortId === port.id)}
          access={accessTo(port, own)}
        />
      ))}
    </ul>
  );
}

/** The access that counts for the reader: what can be used before what was. */
export function accessTo(port: Port, own: readonly Access[]): Access | undefined {
  return own
    .filter((each) => each.provider.outputPortId === port.id && isCurrent(each))
    .toSorted(byUrgency)[0];
}

type PortLineProps = {
  productId: string;
  port: Port;
  quality: PortQuality | undefined;
  access: Access | undefined;
};

function PortLine({ productId, port, quality, access }: PortLineProps) {
  return (
    <li className={access?.lifecycle === 'active' ? 'port usable' : 'port'}>
      <KindIconFrame>
        <PortIcon type={port.type} size={18} />
      </KindIconFrame>
      <div>
        <div className="row wrap">
          <h3>
            <Link to="/dataproducts/$id/ports/$port" params={{ id: productId, port: port.id }}>
              {port.name}
            </Link>
          </h3>
          <PortVersion port={port} />
        </div>
        {port.description !== undefined && (
          <div className="small soft">
            <Markdown text={port.description} />
          </div>
        )}
        <PortPromise port={port} quality={quality} />
      </div>
      <OwnAccess access={access} />
    </li>
  );
}

/** Version and technology of a port. */
export function PortVersion({ port }: { port: Port }) {
  return (
    <>
      {port.version !== undefined && <span className="mono faint">{port.version}</span>}
      {port.type !== undefined && <span className="small faint">{portTypeName(port.type)}</span>}
    </>
  );
}

/** The contract of a port and what its tests say. */
export function PortPromise({ port, quality }: Pick<PortLineProps, 'port' | 'quality'>) {
  if (port.contractId === undefined) {
    return <p className="tiny faint port-promise">{productTexts.noContract}</p>;
  }
  const words = quality === undefined ? [] : serverWords(quality);
  return (
    <div className="row wrap small port-promise">
      <span className="row tight">
        <IconCertificate size={15} stroke={1.75} className="accent" aria-hidden />
        <DocLink collection="datacontracts" id={port.contractId} name={quality?.dataContractName} />
      </span>
      {words.map((status) => (
        <Badge key={status.word} bare status={status} />
      ))}
      {quality !== undefined && words.length === 0 && (
        <span className="faint">{qualityTexts.notTested}</span>
      )}
    </div>
  );
}

function OwnAccess({ access }: { access: Access | undefined }): ReactNode {
  const now = useNow();
  if (access === undefined) return <span />;
  return (
    <div className="row wrap port-access">
      {typeof access.id === 'string' && (
        <Link to={documentHref('access', access.id)}>
          <Badge status={accessState(access, now)} />
        </Link>
      )}
      <OpenIn access={access} />
    </div>
  );
}
