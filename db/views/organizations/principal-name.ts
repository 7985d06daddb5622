/**
 * SQL of the name of a principal, for people: the address of a person's key, the name of another key, the address of a user, and
 * the product for what it does by itself. Null if the principal is unknown.
 */
export const principalName = (organizationId: string, principal: string): string => `case
      when ${principal} = 'system' then 'Concordat'
      when ${principal} like 'user:%' then substr(${principal}, 6)
      when ${principal} ~ '^api-key:[0-9a-f-]{36}$' then (
        select coalesce(k.email, k.display_name) from api_keys k
        where k.organization_id = ${organizationId} and k.id = substr(${principal}, 9)::uuid)
    end`;
