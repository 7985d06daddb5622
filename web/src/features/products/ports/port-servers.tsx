import { IconCopy } from '@tabler/icons-react';
import { Button } from '../../../components/controls/button.tsx';
import { copyText } from '../../../components/documents/copy-text.ts';
import { PortIcon } from '../../../components/data/kind-icon.tsx';
import { portTypeName } from '../../../texts/port-types.ts';
import { portTexts } from '../../../texts/products.ts';
import { connectionText, serverDetails } from './connection.ts';
import type { Server } from './connection.ts';

/** How one connects to the data, without reading YAML. */
export function PortServers({ servers }: { servers: readonly Server[] }) {
  return (
    <section>
      <h2 className="part-title">{portTexts.connection}</h2>
      <div className="card servers">
        {servers.map((server) => (
          <ServerPart key={server.server} server={server} />
        ))}
        {servers.length === 0 && <p className="small soft">{portTexts.noServers}</p>}
      </div>
      {servers.length > 0 && <p className="tiny faint under-card">{portTexts.noCredentials}</p>}
    </section>
  );
}

function ServerPart({ server }: { server: Server }) {
  const connection = connectionText(server);
  return (
    <div>
      <div className="row tight">
        <PortIcon type={server.type} size={16} />
        <h3>{server.server}</h3>
        <span className="small faint">{portTypeName(server.type)}</span>
      </div>
      {typeof server['description'] === 'string' && (
        <p className="small soft">{server['description']}</p>
      )}
      {connection !== undefined && (
        <div className="row connection">
          <code>{connection}</code>
          <Button
            compact
            aria-label={`${portTexts.copy}: ${connection}`}
            onClick={() => void copyText(connection, portTexts.connectionOf(server.server))}
          >
            <IconCopy size={14} aria-hidden />
            {portTexts.copy}
          </Button>
        </div>
      )}
      <dl className="details">
        {serverDetails(server).map(({ name, value }) => (
          <div key={name} className="server-detail">
            <dt>{name}</dt>
            <dd className="mono">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
