import type { ReactNode } from 'react';
import { DocLink, TeamLink } from '../../components/data/links.tsx';
import { Markdown } from '../../components/documents/markdown.tsx';
import { LastDay } from '../../components/data/values.tsx';
import { useNow } from '../../lib/now.ts';
import { accessTexts } from '../../texts/access.ts';
import { consumerOf, instantText } from './facts.ts';
import type { Access } from './queries.ts';

/** What both sides agreed on. */
export function Agreement({ access }: { access: Access }) {
  const { info, roles } = access;
  return (
    <section className="card" aria-label={accessTexts.agreements}>
      <div className="inside">
        <dl className="details">
          <Sides access={access} />
          <Line name={accessTexts.purpose}>{info.purpose || accessTexts.unknownPurpose}</Line>
          {roles !== undefined && roles !== null && roles.length > 0 && (
            <Line name={accessTexts.role}>{roles.join(', ')}</Line>
          )}
          <Line name={accessTexts.until}>
            <End at={info.deactivateAt} />
          </Line>
          {info.individualAgreements && (
            <Line name={accessTexts.agreements}>
              <Markdown text={info.individualAgreements} />
            </Line>
          )}
        </dl>
      </div>
    </section>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Sides({ access }: { access: Access }) {
  const { provider, consumer } = access;
  const { dataProductId, dataProductName, dataContractId, dataContractVersion } = provider;
  const user = consumerOf(access);
  return (
    <>
      <Line name={accessTexts.data}>
        <DocLink collection="dataproducts" id={dataProductId} name={dataProductName} />
      </Line>
      {dataContractId !== undefined && (
        <Line name={accessTexts.contract}>
          <DocLink
            collection="datacontracts"
            id={dataContractId}
            name={dataContractVersion && accessTexts.version(dataContractVersion)}
          />
        </Line>
      )}
      <Line name={accessTexts.usedBy}>
        {consumer.dataProductId ? (
          <DocLink collection="dataproducts" id={consumer.dataProductId} name={user} />
        ) : consumer.teamId ? (
          <TeamLink id={consumer.teamId} name={user} />
        ) : (
          user
        )}
      </Line>
    </>
  );
}

function End({ at }: { at: string | undefined }) {
  const now = useNow();
  if (at === undefined) return accessTexts.noEnd;
  return (
    <>
      <LastDay end={at} />
      <span className="tiny faint"> ({instantText(at, now)})</span>
    </>
  );
}
