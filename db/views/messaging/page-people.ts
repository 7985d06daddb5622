import type { OrganizationId } from '../../../domain/principal.ts';
import { casePattern } from '../../fragments/case-pattern.ts';
import type { Db } from '../../connect.ts';
import { runStatement } from '../../statement.ts';
import { teamMembers } from '../../fragments/team-members.ts';
import { contactName, joinPerson } from './contact-names.ts';

/** A contact as pages show it, with the person who writes as it. */
export type PageContact = {
  contactId: string | null;
  personId: string | null;
  username: string | null;
  name: string;
  email: string | null;
  avatarUrl: string | null;
  lastActiveAt: Date | null;
};

const listMembers = {
  name: 'page-people-list-members',
  text: `select c.id as "contactId", p.id as "personId", c.username, ${contactName('c', 'p')} as name, p.email,
      c.avatar_url as "avatarUrl", c.last_active_at as "lastActiveAt"
    from conversation_members m
    join contacts c on c.organization_id = m.organization_id and c.id = m.contact_id
    ${joinPerson('c', 'p')}
    where m.organization_id = $1 and m.conversation_id = $2
    order by lower(${contactName('c', 'p')}), c.id`,
};

/** The members of a conversation by name. */
export function listPageMembers(
  db: Db,
  organizationId: OrganizationId,
  conversationId: string,
): Promise<(PageContact & { contactId: string; username: string })[]> {
  return runStatement(db, listMembers, [organizationId, conversationId]);
}

/** Those with a contact are named by it; the others by their sign-in, by their teams, or by their address. */
const listedName = `coalesce(case when c.id is not null then ${contactName('c', 'p')} end, p.name, m.name, p.email, m.email)`;

/** The id decides between equal names. */
const list = {
  name: 'page-people-list',
  text: `with members as (
      select email, min(name) as name from (
        ${teamMembers}
        union all
        select email, null from organization_members where organization_id = $1) known
      where email <> '' group by email)
    select s.*, (
        select k.id from conversations k
        where k.organization_id = $1 and k.group_id is null and k.deleted_at is null
          and k.first_contact_id = least(s."contactId", $2::text collate "C")
          and k.second_contact_id = greatest(s."contactId", $2::text collate "C")) as "conversationId"
    from (
      select c.id as "contactId", p.id as "personId", c.username, ${listedName} as name,
        coalesce(p.email, m.email) as email, c.avatar_url as "avatarUrl", c.last_active_at as "lastActiveAt",
        lower(${listedName}) collate "C" as "sortName", coalesce(p.id::text, c.id, m.email) collate "C" as "sortId"
      from (select * from people where organization_id = $1) p
      full join (select * from contacts where organization_id = $1 and deleted_at is null) c on c.person_id = p.id
      full join members m on m.email = p.email) s
    where (s."contactId" is null or s."contactId" is distinct from $2) and s."personId" is distinct from $3::uuid
      and ($4::text is null or concat_ws(' ', s.name, s.username, s.email) ~ $4)
      and ($5::text is null or (s."sortName", s."sortId") > ($5, $6::text))
    order by s."sortName", s."sortId" limit $7`,
};

/** A person or a program to write to. */
export type PagePerson = PageContact & {
  /** The conversation between the two; null if there is none. */
  conversationId: string | null;
  sortName: string;
  sortId: string;
};

/** A page of the members and people who have signed in, and of the contacts of programs, by name, without the caller. */
export function listPagePeople(
  db: Db,
  organizationId: OrganizationId,
  caller: { contactId: string | undefined; personId: string },
  page: {
    words: string | undefined;
    after: { name: string; id: string } | undefined;
    limit: number;
  },
): Promise<PagePerson[]> {
  const { words, after, limit } = page;
  const who = [organizationId, caller.contactId, caller.personId];
  const values = [
    ...who,
    words === undefined ? undefined : casePattern(words),
    after?.name,
    after?.id,
    limit,
  ];
  return runStatement<PagePerson>(db, list, values);
}
