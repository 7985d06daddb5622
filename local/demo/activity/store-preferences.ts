import type { People } from './people.ts';
import type { PeopleFile } from './read-activity.ts';
import { asJson } from './as-json.ts';

/** Gives the stars of the people, and stores what they follow and search. */
export async function storePreferences(
  people: People,
  { people: persons, follows, searches }: PeopleFile,
): Promise<void> {
  for (const { email, stars } of persons) {
    for (const id of stars) await people.as(email)('PUT', `/api/dataproducts/${id}/star`);
  }
  for (const email of new Set([...follows, ...searches].map((each) => each.email))) {
    const ui = await people.inUi(email);
    for (const { kind, id } of follows.filter((each) => each.email === email)) {
      await ui('PUT', `/ui/follows/${kind}/${id}`);
    }
    for (const { email: owner, id, ...search } of searches) {
      if (owner === email) await ui('PUT', `/ui/saved-searches/${id}`, asJson(search));
    }
  }
}
