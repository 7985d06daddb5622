import { useQuery } from '@tanstack/react-query';
import { PersonLink } from '../../components/data/links.tsx';
import { Markdown } from '../../components/documents/markdown.tsx';
import { useNow } from '../../lib/now.ts';
import { accessTexts } from '../../texts/access.ts';
import { AccessHistory } from './access-history.tsx';
import { AccessReports } from './access-reports.tsx';
import { Agreement } from './agreement.tsx';
import { providerOf } from './facts.ts';
import { PhaseLine } from './phase-line.tsx';
import { phasesOf } from './phases.ts';
import { holdersQuery } from '../permissions/queries.ts';
import { historyQuery } from './queries.ts';
import type { Access } from './queries.ts';
import { useHelpers } from '../permissions/refusal.ts';

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
