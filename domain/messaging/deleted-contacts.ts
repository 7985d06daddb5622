type EventData = { contact?: EventContact; contacts?: EventContact[] };
type EventContact = { id: string; phone_number: string | null; avatar_url: string | null };

/**
 * Event data without personal data of contacts that were deleted since: their ids and usernames stay. Both are
 * JSON text; `deletedIds` are the deleted ones among the contacts of the event.
 */
export function withoutDeletedContacts(data: string, deletedIds: readonly string[]): string {
  if (deletedIds.length === 0) return data;
  const parsed = JSON.parse(data) as EventData;
  for (const contact of [...(parsed.contact ? [parsed.contact] : []), ...(parsed.contacts ?? [])]) {
    if (!deletedIds.includes(contact.id)) continue;
    contact.phone_number = null;
    contact.avatar_url = null;
  }
  return JSON.stringify(parsed);
}
