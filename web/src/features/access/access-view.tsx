import { useQuery } from '@tanstack/react-query';
import { DocLink, PersonLink, TeamLink } from '../../components/links.tsx';
import { Markdown } from '../../components/markdown.tsx';
import { LastDay } from '../../components/values.tsx';
import { useNow } from '../../lib/now.ts';
import { accessTexts } from '../../texts/access.ts';
import { AccessHistory } from './access-history.tsx';
import { AccessReports } from './access-reports.tsx';
import { consumerOf, instantText, providerOf } from './facts.ts';
import { PhaseLine } from './phase-line.tsx';
import { phasesOf } from './phases.ts';
import { historyQuery, holdersQuery } from './queries.ts';
import type { Access } from './queries.ts';
import { useHelpers } from './refusal.ts';

/** One access: its life, what the platform reported, what was agreed, and who can help. */
export function AccessView({ access }: { access: Access }) {
  const id = access.id ?? '';
  const now = useNow();
  const history = useQuery(historyQuery(id)).data ?? [];
  const { info, lifecycle } = access;
  const hasReports = access.provisioning !== undefined || lifecycle === 'active';
  return (
    <>
      <PhaseLine phases={phasesOf(access, history, now)} />
      <div className="with-aside">
        <div className="stack">
          {info.changeRequestedAt !== undefined && <ChangeNote id={id} />}
          {info.decisionNote !== undefined && <DecisionNote access={access} />}
          {hasReports && <AccessReports access={access} />}
          <AccessHistory id={id} />
        </div>
        <aside>
          <Agreement access={access} />
          <WhomToAsk access={access} />
        </aside>
      </div>
    </>
  );
}

/** The newest wish of the team that decides, which the request does not meet yet. */
function ChangeNote({ id }: { id: string }) {
  const steps = useQuery(historyQuery(id)).data ?? [];
  const asked = steps.find(({ step }) => step === 'change-requested');
  return (
    <div className="note warn">
      <div>
        <p className="medium">{accessTexts.changeWanted}</p>
        {asked?.note !== undefined && <Markdown text={asked.note} />}
      </div>
    </div>
  );
}

function DecisionNote({ access: { info } }: { access: Access }) {
  const { decisionNote = '', decidedByName } = info;
  return (
    <figure className="quote-note">
      <blockquote>
        <Markdown text={decisionNote} />
      </blockquote>
      <figcaption className="tiny faint">
        {decidedByName === undefined
          ? accessTexts.decisionNote
          : accessTexts.noteFrom(decidedByName)}
      </figcaption>
    </figure>
  );
}

function Agreement({ access }: { access: Access }) {
  const { info, provider, consumer, roles } = access;
  const now = useNow();
  return (
    <section className="card" aria-label={accessTexts.agreements}>
      <div className="inside">
        <dl className="details">
          <dt>{accessTexts.data}</dt>
          <dd>
            <DocLink
              collection="dataproducts"
              id={provider.dataProductId}
              name={provider.dataProductName}
            />
          </dd>
          <dt>{accessTexts.usedBy}</dt>
          <dd>
            {consumer.teamId ? (
              <TeamLink id={consumer.teamId} name={consumerOf(access)} />
            ) : (
              consumerOf(access)
            )}
          </dd>
          <dt>{accessTexts.purpose}</dt>
          <dd>{info.purpose || accessTexts.unknownPurpose}</dd>
          {roles !== undefined && roles !== null && roles.length > 0 && (
            <>
              <dt>{accessTexts.role}</dt>
              <dd>{roles.join(', ')}</dd>
            </>
          )}
          <dt>{accessTexts.until}</dt>
          <dd>
            {info.deactivateAt === undefined ? (
              accessTexts.noEnd
            ) : (
              <>
                <LastDay end={info.deactivateAt} />
                <span className="tiny faint"> ({instantText(info.deactivateAt, now)})</span>
              </>
            )}
          </dd>
          {provider.dataContractId !== undefined && (
            <>
              <dt>{accessTexts.contract}</dt>
              <dd>
                <DocLink
                  collection="datacontracts"
                  id={provider.dataContractId}
                  name={provider.dataContractVersion}
                />
              </dd>
            </>
          )}
          {info.individualAgreements && (
            <>
              <dt>{accessTexts.agreements}</dt>
              <dd>
                <Markdown text={info.individualAgreements} />
              </dd>
            </>
          )}
        </dl>
      </div>
    </section>
  );
}

/** The people who decide about the access: they also know what went wrong on their platform. */
function WhomToAsk({ access }: { access: Access }) {
  const holders = useQuery(holdersQuery('ACCESS_APPROVE', `access/${access.id ?? ''}`)).data;
  const { people, more } = useHelpers(holders);
  return (
    <section className="card" aria-labelledby="helpers">
      <div className="inside stack">
        <h3 id="helpers">{accessTexts.whomToAsk}</h3>
        <p className="small soft">{accessTexts.decides(providerOf(access))}</p>
        <ul className="small">
          {people.map((person) => (
            <li key={person.email}>
              <PersonLink {...person} />
            </li>
          ))}
          {more > 0 && <li className="faint">{accessTexts.more(more)}</li>}
        </ul>
        {holders !== undefined && people.length === 0 && (
          <p className="small soft">{accessTexts.noHelp}</p>
        )}
      </div>
    </section>
  );
}
