type Told = { contact?: ToldContact; contacts?: ToldContact[] };
type ToldContact = { id: string; phone_number: string | null; avatar_url: string | null };

/**
 * What an event tells, without what it knew of contacts that were deleted since: their ids and usernames stay. Both are JSON
 * text; `goneIds` are the deleted ones among the contacts of the event.
 */
export function withoutGoneContacts(data: string, goneIds: readonly string[]): string {
  if (goneIds.length === 0) return data;
  const told = JSON.parse(data) as Told;
  for (const contact of [...(told.contact ? [told.contact] : []), ...(told.contacts ?? [])]) {
    if (!goneIds.includes(contact.id)) continue;
    contact.phone_number = null;
    contact.avatar_url = null;
  }
  return JSON.stringify(told);
}
