/**
 * The members of the teams of organization $1, as `member` of the team `d`. The limit of each look-up keeps Postgres from comparing
 * all revisions with all teams while it has no statistics.
 */
export const membersOfTeams = `from documents d
      cross join lateral (
        select body from document_revisions
        where organization_id = d.organization_id and kind = d.kind and id = d.id and revision = d.revision limit 1) r
      cross join lateral json_array_elements(
        case json_typeof(r.body->'members') when 'array' then r.body->'members' else '[]' end) as member
      where d.organization_id = $1 and d.kind = 'team'`;

/** Addresses in lower case and names of the members of all teams of the organization $1, a row for each team. */
export const teamMembers = `select lower(member->>'emailAddress') collate "C" as email, nullif(member->>'name', '') as name
      ${membersOfTeams}`;
