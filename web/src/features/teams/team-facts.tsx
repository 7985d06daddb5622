import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { PersonLink, TeamLink } from '../../components/data/links.tsx';
import { memberTexts } from '../../texts/teams/team-parts.ts';
import { teamFormTexts, teamTexts } from '../../texts/teams/teams.ts';
import { useTagNames } from '../tags/tag-names.ts';
import { teamsQuery } from './queries.ts';
import type { NamedTeam, Team } from './queries.ts';

/** Where a team belongs, and its tags. */
export function TeamFacts({ team }: { team: NamedTeam }) {
  const { data: teams = [] } = useQuery(teamsQuery);
  const above = teamsAbove(team.parent, teams);
  const below = teams.filter((each) => each.parent === team.id);
  const owners = team.members.filter(({ role }) => role === 'Owner');
  const tags = team.tags ?? [];
  const names = useTagNames(tags);
  const { links, reminders, properties } = statedOf(team);
  const all = [above, below, tags, owners, links, reminders, properties];
  if (all.every(({ length }) => length === 0)) return null;
  return (
    <aside>
      <section className="card inside-card">
        {owners.length > 0 && (
          <div>
            <h3>{memberTexts.owners}</h3>
            <ul>
              {owners.map(({ emailAddress, name }) => (
                <li key={emailAddress}>
                  <PersonLink name={name} email={emailAddress} />
                </li>
              ))}
            </ul>
          </div>
        )}
        <TeamLinks title={teamTexts.parent} teams={above} />
        <TeamLinks title={teamTexts.subTeams} teams={below} />
        <Stated title={teamTexts.links} facts={links} />
        <Stated title={teamTexts.reminders} facts={reminders} />
        <Stated title={teamTexts.properties} facts={properties} />
        {tags.length > 0 && (
          <div className="row wrap tight">
            {tags.map((tag) => (
              <span key={tag} className="chip">
                {names.get(tag) ?? tag}
              </span>
            ))}
          </div>
        )}
      </section>
    </aside>
  );
}

/** The teams above, the nearest first; roles there hold here too. */
function teamsAbove(parent: string | null | undefined, teams: readonly Team[]): Team[] {
  const found = teams.find(({ id }) => id === parent);
  if (found === undefined) return [];
  const others = teams.filter(({ id }) => id !== found.id);
  return [found, ...teamsAbove(found.parent, others)];
}

type Fact = { name: string; value: string };

const reminderNames: Readonly<Record<string, string>> = {
  accessExpiryReminderDays: teamFormTexts.expiryDays,
  accessReassessmentReminderDays: teamFormTexts.reassessmentDays,
};

/** Links, reminders and properties that the team states. */
function statedOf({
  links,
  custom,
}: NamedTeam): Record<'links' | 'reminders' | 'properties', Fact[]> {
  const facts = (members: typeof links): Fact[] =>
    Object.entries(members ?? {}).map(([name, value]) => ({ name, value }));
  const stated = facts(custom);
  return {
    links: facts(links),
    reminders: stated.flatMap(({ name, value }) => {
      const says = reminderNames[name];
      return says === undefined ? [] : [{ name: says, value: teamTexts.daysBefore(value) }];
    }),
    properties: stated.filter(({ name }) => reminderNames[name] === undefined),
  };
}

function Stated({ title, facts }: { title: string; facts: readonly Fact[] }) {
  if (facts.length === 0) return null;
  return (
    <div>
      <h3>{title}</h3>
      <dl className="details">
        {facts.map(({ name, value }) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>
              <LinkedText text={value} />
            </dd>
          </Fragment>
        ))}
      </dl>
    </div>
  );
}

/** Only addresses of the web and of mail lead somewhere: anything else in a document stays text. */
function LinkedText({ text }: { text: string }) {
  const address = /^[^\s@:/]+@[^\s@]+$/u.test(text) ? `mailto:${text}` : text;
  if (!/^(?:https?:\/\/|mailto:)/iu.test(address)) return text;
  return (
    <a className="link" href={address} rel="noreferrer">
      {text}
    </a>
  );
}

function TeamLinks({ title, teams }: { title: string; teams: readonly Team[] }) {
  if (teams.length === 0) return null;
  return (
    <div>
      <h3>{title}</h3>
      <ul>
        {teams.map(({ id, name }) => (
          <li key={id}>
            <TeamLink id={id} name={name} />
          </li>
        ))}
      </ul>
    </div>
  );
}
