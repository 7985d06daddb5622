/** Name of a contact for people: that of the person who writes as it, whose row is `person`; without a person its own. */
export const contactName = (contact: string, person: string): string =>
  `coalesce(${person}.name, ${contact}.display_name, ${contact}.username)`;

/** Joins the person of a contact. */
export const joinPerson = (contact: string, person: string): string =>
  `left join people ${person} on ${person}.organization_id = ${contact}.organization_id and ${person}.id = ${contact}.person_id`;
