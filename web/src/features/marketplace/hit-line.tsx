import {
  IconHistory,
  IconLock,
  IconShieldCheck,
  IconStar,
  IconStarFilled,
  IconUsers,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { KindIcon, PortIcon } from '../../components/data/kind-icon.tsx';
import { DocLink } from '../../components/data/links.tsx';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { Badge, StatusBadge } from '../../components/data/status-badge.tsx';
import { TestStrip } from '../../components/data/test-strip.tsx';
import { pathOfAddress } from '../../lib/address/own-path.ts';
import { plainText, shortName } from '../../lib/text/plain-text.ts';
import { homeTexts, matchReason } from '../../texts/home.ts';
import { kindName } from '../../texts/kinds.ts';
import { portTypeName } from '../../texts/port-types.ts';
import { statusWord } from '../../texts/status-words.ts';
import type { TagNames } from '../tags/tag-names.ts';
import type { SearchHit } from './queries.ts';

type HitLineProps = {
  hit: SearchHit;
  consumers: number | undefined;
  hasAccess: boolean;
  tagNames: TagNames;
};

/** One result: what it is, why it matched, and whether its data keeps its promise. */
export function HitLine({ hit, consumers, hasAccess, tagNames }: HitLineProps) {
  const { pathname } = new URL(pathOfAddress(hit.url), location.origin);
  return (
    <li className="hit">
      <KindIcon kind={hit.resourceType} />
      <div className="hit-main">
        <div className="row wrap tight">
          <h3>
            <Link to={pathname}>{shortName(hit.name)}</Link>
          </h3>
          {hit.resourceType !== 'DATA_PRODUCT' && (
            <span className="chip">{kindName(hit.resourceType)}</span>
          )}
          <ExampleOf hit={hit} />
          {hit.status !== null && <StatusBadge of="document" value={hit.status} />}
          {hit.version !== null && <span className="mono faint">{hit.version}</span>}
        </div>
        {hit.description !== '' && <p className="hit-text">{plainText(hit.description)}</p>}
        <Match match={hit.match} />
        <Chips hit={hit} hasAccess={hasAccess} tagNames={tagNames} />
        <Facts hit={hit} consumers={consumers} />
      </div>
      <Promise quality={hit.quality} />
    </li>
  );
}

/** The product of example data, which has only the name of its table. */
function ExampleOf({ hit: { exampleOf } }: { hit: SearchHit }) {
  if (exampleOf === undefined) return null;
  const { dataProductId, dataProductName, outputPortId } = exampleOf;
  const name = outputPortId === null ? dataProductName : `${dataProductName} / ${outputPortId}`;
  return (
    <span className="small soft">
      {homeTexts.exampleOf} <DocLink collection="dataproducts" id={dataProductId} name={name} />
    </span>
  );
}

function Match({ match }: { match: SearchHit['match'] }) {
  const reason = matchReason(match);
  if (reason === undefined) return null;
  return (
    <p className="tiny faint hit-match">
      {reason.name} <mark>{reason.text}</mark>
    </p>
  );
}

const maxTags = 3;

/** The tags that the line of a result shows. */
export const shownTags = ({ tags }: SearchHit): readonly string[] => tags.slice(0, maxTags);

function Chips({ hit, hasAccess, tagNames }: Omit<HitLineProps, 'consumers'>) {
  const tags = shownTags(hit);
  if (hit.portTypes.length + hit.classifications.length + tags.length === 0 && !hasAccess) {
    return null;
  }
  return (
    <div className="row wrap tight hit-chips">
      {hit.portTypes.map((type) => (
        <span key={type} className="chip">
          <PortIcon type={type} />
          {portTypeName(type)}
        </span>
      ))}
      {hit.classifications.map((name) => (
        <span key={name} className="badge warn">
          <IconLock size={13} stroke={2} aria-hidden />
          {name}
        </span>
      ))}
      {hasAccess && <Badge status={{ tone: 'ok', icon: 'check', word: homeTexts.youHaveAccess }} />}
      {tags.map((tag) => (
        <span key={tag} className="chip faint">
          {tagNames.get(tag) ?? tag}
        </span>
      ))}
    </div>
  );
}

function Facts({ hit, consumers }: { hit: SearchHit; consumers: number | undefined }) {
  return (
    <div className="row wrap hit-facts">
      {hit.ownerName !== undefined && (
        <span>
          <IconUsers size={14} stroke={1.75} aria-hidden />
          {hit.ownerName}
        </span>
      )}
      {consumers !== undefined && consumers > 0 && (
        <span>
          <IconShieldCheck size={14} stroke={1.75} aria-hidden />
          {homeTexts.consumers(consumers)}
        </span>
      )}
      {hit.starCount !== undefined && hit.starCount > 0 && (
        <Stars hit={hit} count={hit.starCount} />
      )}
      <span>
        <IconHistory size={14} stroke={1.75} aria-hidden />
        {homeTexts.changed} <RelativeTime at={hit.updatedAt} />
      </span>
    </div>
  );
}

function Stars({ hit, count }: { hit: SearchHit; count: number }) {
  const isMine = hit.starredByMe === true;
  const Drawing = isMine ? IconStarFilled : IconStar;
  return (
    <span {...(isMine && { title: homeTexts.starredByYou, className: 'is-starred' })}>
      <Drawing size={14} stroke={1.75} aria-hidden />
      {homeTexts.stars(count)}
    </span>
  );
}

/** The number of failing checks and the last 30 days. */
function Promise({ quality }: { quality: SearchHit['quality'] }) {
  if (quality === null) return null;
  const { failedChecks, checkCount, result, testedAt, days = [] } = quality;
  const word = statusWord('test', result);
  const words = {
    passed: homeTexts.checksPass(checkCount),
    failed: homeTexts.checksFail(failedChecks, checkCount),
  };
  const told = result === 'passed' || result === 'failed' ? words[result] : word.word;
  return (
    <div className="hit-quality">
      <Badge bare status={{ ...word, word: told }} />
      {days.length > 0 ? (
        <TestStrip trend={days} />
      ) : (
        <span className="tiny faint">
          {homeTexts.tested} <RelativeTime at={testedAt} />
        </span>
      )}
    </div>
  );
}
