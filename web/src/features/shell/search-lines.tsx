import { Spotlight } from '@mantine/spotlight';
import { KindIcon } from '../../components/data/kind-icon.tsx';
import { pathOfAddress } from '../../lib/address/own-path.ts';
import { matchReason } from '../../texts/home.ts';
import { kindName } from '../../texts/kinds.ts';
import type { SearchHit } from '../search/queries.ts';
import type { Command } from './commands.ts';

/** A document of the catalog: its kind, its owner, and why it was found if its name does not say so. */
export function HitAction({ hit, go }: { hit: SearchHit; go: (href: string) => void }) {
  const { name, resourceType, ownerName, match, url } = hit;
  const reason = matchReason(match);
  return (
    <Spotlight.Action onClick={() => go(pathOfAddress(url))}>
      <span className="search-line">
        <KindIcon kind={resourceType} />
        <span className="search-found">
          <span className="ellipsis medium">{name}</span>
          {(reason ?? ownerName) !== undefined && (
            <span className="ellipsis tiny faint">
              {reason === undefined ? ownerName : `${reason.name} ${reason.text}`}
            </span>
          )}
        </span>
        <span className="tiny faint push">{kindName(resourceType)}</span>
      </span>
    </Spotlight.Action>
  );
}

/** A page or something to do. */
export function CommandAction({ command: { name, icon: Icon, run, keys } }: { command: Command }) {
  return (
    <Spotlight.Action onClick={run}>
      <span className="search-line">
        <Icon size={16} stroke={1.75} aria-hidden />
        <span className="ellipsis">{name}</span>
        {keys !== undefined && (
          <span className="push row tight">
            {keys.split(' ').map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </span>
        )}
      </span>
    </Spotlight.Action>
  );
}
