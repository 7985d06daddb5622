import { Link } from '@tanstack/react-router';
import { Badge } from '../../../components/data/status-badge.tsx';
import { documentHref } from '../../../lib/address/document-href.ts';
import { useNow } from '../../../lib/now.ts';
import { providerTexts } from '../../../texts/studio/consumers.ts';
import { consumerOf } from '../../access/facts.ts';
import type { Access } from '../../access/queries.ts';
import { accessState } from '../../own-access/state.ts';
import type { Compared } from './facts.ts';

type Place = { x: number; y: number };

const size = { width: 220, height: 56 };
const gap = { x: 120, y: 12 };
const maxShown = 60;

/** Ports at the left, their consumers at the right. The table says the same, and more. */
export function ConsumerGraph({ rows: all }: { rows: readonly Compared[] }) {
  const rows = byPort(all.filter(({ access }) => isUsing(access)));
  const shown = rows.slice(0, maxShown);
  const ports = portsOf(shown);
  const height = Math.max(shown.length, ports.length) * (size.height + gap.y) - gap.y;
  const rowAt = (index: number): Place => ({
    x: size.width + gap.x,
    y: index * (size.height + gap.y),
  });
  const portAt = (index: number): Place => ({
    x: 0,
    y: ((index + 0.5) * height) / ports.length - size.height / 2,
  });
  return (
    <>
      <div
        className="card graph"
        role="region"
        tabIndex={0}
        aria-label={providerTexts.graphLabel(shown.length)}
      >
        <div className="graph-canvas" style={{ width: size.width * 2 + gap.x, height }}>
          <svg width={size.width * 2 + gap.x} height={height} aria-hidden>
            {shown.map((row, index) => {
              const port = ports.findIndex(({ id }) => id === row.access.provider.outputPortId);
              return <Edge key={row.access.id} from={portAt(port)} to={rowAt(index)} />;
            })}
          </svg>
          <ul>
            {ports.map((port, index) => (
              <PortNode key={port.id} port={port} at={portAt(index)} />
            ))}
            {shown.map((row, index) => (
              <ConsumerNode key={row.access.id} row={row} at={rowAt(index)} />
            ))}
          </ul>
        </div>
      </div>
      {rows.length > maxShown && <p className="tiny faint">{providerTexts.graphFirst(maxShown)}</p>}
    </>
  );
}

const isUsing = ({ lifecycle }: Access): boolean =>
  ['requested', 'upcoming', 'active'].includes(lifecycle);

/** Consumers of one port stand together, so that few lines cross. */
const byPort = (rows: readonly Compared[]): Compared[] =>
  rows.toSorted((one, other) =>
    one.access.provider.outputPortId.localeCompare(other.access.provider.outputPortId),
  );

type Port = { id: string; name: string; product: string };

function portsOf(rows: readonly Compared[]): Port[] {
  const ports = rows.map(({ access: { provider } }) => ({
    id: provider.outputPortId,
    name: provider.outputPortName ?? provider.outputPortId,
    product: provider.dataProductId,
  }));
  return [...new Map(ports.map((port) => [port.id, port])).values()];
}

function Edge({ from, to }: { from: Place; to: Place }) {
  const start = { x: from.x + size.width, y: from.y + size.height / 2 };
  const end = { x: to.x, y: to.y + size.height / 2 };
  const bend = gap.x / 2;
  return (
    <>
      <path
        d={`M${start.x} ${start.y}C${start.x + bend} ${start.y} ${end.x - bend} ${end.y} ${end.x} ${end.y}`}
      />
      <circle cx={end.x} cy={end.y} r={3} />
    </>
  );
}

const placed = ({ x, y }: Place) => ({
  transform: `translate(${x}px, ${y}px)`,
  width: size.width,
  height: size.height,
});

function PortNode({ port, at }: { port: Port; at: Place }) {
  return (
    <li className="here" style={placed(at)}>
      <Link to="/dataproducts/$id/ports/$port" params={{ id: port.product, port: port.id }}>
        <span className="ellipsis medium">{port.name}</span>
      </Link>
    </li>
  );
}

function ConsumerNode({ row: { access, difference }, at }: { row: Compared; at: Place }) {
  const now = useNow();
  return (
    <li style={placed(at)}>
      <Link to={documentHref('access', access.id ?? '')}>
        <span className="ellipsis medium">{consumerOf(access)}</span>
        <span className="ellipsis">
          <Badge bare status={difference ?? accessState(access, now)} />
        </span>
      </Link>
    </li>
  );
}
