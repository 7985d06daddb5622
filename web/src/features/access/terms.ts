type Document = Record<string, unknown>;

/** What a contract says about the use of its data. */
export type Terms = { name: string; text: string }[];

const asObject = (value: unknown): Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Document) : {};
const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const places: readonly [name: string, member: string][] = [
  ['Limits', 'limitations'],
  ['Use', 'usage'],
  ['Billing', 'billing'],
  ['Notice', 'noticePeriod'],
];

/** The terms of a contract: `description` of ODCS, `terms` of the Data Contract Specification. */
export function termsOf(contract: Document): Terms {
  const said = { ...asObject(contract['terms']), ...asObject(contract['description']) };
  return places.flatMap(([name, member]) => {
    const text = said[member];
    return typeof text === 'string' && text.trim() !== '' ? [{ name, text }] : [];
  });
}

/** The roles that a contract offers, without repetition. */
export function rolesOf(contract: Document): string[] {
  const servers = asList(contract['servers']).flatMap((each) => asList(asObject(each)['roles']));
  const roles = [...asList(contract['roles']), ...servers].map((each) => asObject(each)['role']);
  return [...new Set(roles.filter((role): role is string => typeof role === 'string'))];
}

/** The fields that a contract classifies. */
export function classifiedFields(contract: Document): string[] {
  return asList(contract['schema']).flatMap((model) =>
    asList(asObject(model)['properties'])
      .map(asObject)
      .filter(
        ({ classification }) =>
          typeof classification === 'string' && !['', 'public'].includes(classification),
      )
      .map(({ name }) => String(name)),
  );
}
