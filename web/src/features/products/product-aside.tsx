import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Avatar } from '../../components/data/avatar.tsx';
import { KindIcon } from '../../components/data/kind-icon.tsx';
import { DocLink, PersonLink, TeamLink } from '../../components/data/links.tsx';
import { SkeletonLines } from '../../components/states/skeleton.tsx';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { Badge } from '../../components/data/status-badge.tsx';
import { TestStrip } from '../../components/data/test-strip.tsx';
import { productTexts, qualityTexts } from '../../texts/products.ts';
import { statusWord } from '../../texts/status-words.ts';
import { FollowButton } from '../follows/follow-button.tsx';
import { consumerCount } from '../own-access/state.ts';
import type { Access } from '../own-access/state.ts';
import { teamQuery } from '../teams/queries.ts';
import { AccessAction } from './access-action.tsx';
import { failingChecks, mergedDays } from './ports/port-facts.ts';
import type { ProductFacts } from './product-facts.ts';
import type { ProductQuality } from './queries.ts';
import { ScorePart } from './score-part.tsx';
import { StarButton } from './star-button.tsx';

type ProductAsideProps = {
  product: ProductFacts;
  quality: ProductQuality | undefined;
  consumers: readonly Access[] | undefined;
  own: readonly Access[];
};

/** Action first, owner second, trust third. */
export function ProductAside(props: ProductAsideProps) {
  const { product, quality, consumers, own } = props;
  const { data: team } = useQuery(teamQuery(product.ownerId));
  return (
    <aside className="product-aside">
      <section className="card inside-card access-part">
        {consumers !== undefined && (
          <AccessAction
            productId={product.id}
            ports={product.ports}
            own={own}
            ownerName={team?.name}
          />
        )}
        <div className="row tight halves">
          <StarButton id={product.id} />
          <FollowButton kind="dataproducts" id={product.id} name={product.name} />
        </div>
      </section>
      <Owner ownerId={product.ownerId} />
      <Promise quality={quality} />
      {quality?.score !== undefined && <ScorePart score={quality.score} />}
      <UsedBy consumers={consumers} />
    </aside>
  );
}

const maxOwners = 3;

/** The team that owns a document, and the people who decide for it. */
export function Owner({ ownerId }: { ownerId: string | undefined }) {
  const { data: team } = useQuery(teamQuery(ownerId));
  const owners = (team?.members ?? []).filter(({ role }) => role === 'Owner').slice(0, maxOwners);
  return (
    <section className="card inside-card">
      <h3>{productTexts.owner}</h3>
      {ownerId === undefined ? (
        <p className="small faint">{productTexts.noOwner}</p>
      ) : (
        <div className="row who">
          <Avatar square name={team?.name ?? ownerId} />
          <span className="medium">
            <TeamLink id={ownerId} name={team?.name} />
          </span>
        </div>
      )}
      {owners.map(({ emailAddress, name }) => (
        <div key={emailAddress} className="row who">
          <Avatar name={name ?? emailAddress.replace(/@.*$/u, '').replaceAll(/[._-]/gu, ' ')} />
          <span className="ellipsis small">
            <PersonLink name={name} email={emailAddress} />
          </span>
        </div>
      ))}
    </section>
  );
}

function Promise({ quality }: { quality: ProductQuality | undefined }) {
  if (quality === undefined) {
    return (
      <section className="card inside-card">
        <h3>{productTexts.promise}</h3>
        <SkeletonLines />
      </section>
    );
  }
  const failing = failingChecks(quality);
  const status = statusWord('test', quality.result ?? 'none');
  const tested = quality.ports.flatMap(({ servers }) => servers.map((each) => each.timestampEnd));
  const last = tested.toSorted().at(-1);
  return (
    <section className="card inside-card">
      <div className="row">
        <h3>{productTexts.promise}</h3>
        <span className="push">
          <Badge
            status={failing > 0 ? { ...status, word: qualityTexts.failShort(failing) } : status}
          />
        </span>
      </div>
      {last === undefined ? (
        <p className="small faint">{productTexts.noTests}</p>
      ) : (
        <>
          <TestStrip trend={mergedDays(quality)} />
          <div className="row tiny faint">
            {qualityTexts.last30}
            <span className="push">
              <RelativeTime at={last} />
            </span>
          </div>
        </>
      )}
    </section>
  );
}

const maxProducts = 5;

function UsedBy({ consumers }: { consumers: readonly Access[] | undefined }) {
  if (consumers === undefined) return null;
  const current = consumers.filter(({ lifecycle }) => lifecycle === 'active');
  const products = new Map(
    current.flatMap(({ consumer: { dataProductId, dataProductName } }) =>
      typeof dataProductId === 'string' ? [[dataProductId, dataProductName] as const] : [],
    ),
  );
  return (
    <section className="card inside-card">
      <h3>{productTexts.usedBy}</h3>
      {[...products].slice(0, maxProducts).map(([id, name]) => (
        <div key={id} className="row tight small">
          <KindIcon kind="DATA_PRODUCT" />
          <DocLink collection="dataproducts" id={id} name={name} />
        </div>
      ))}
      <div className="row tight small soft">
        <IconUsers size={15} stroke={1.75} aria-hidden />
        {current.length === 0
          ? productTexts.usedByNobody
          : productTexts.teamsAndAccesses(consumerCount(current), current.length)}
      </div>
    </section>
  );
}
