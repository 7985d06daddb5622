import type { TestApi } from '../../http/api.ts';

/** The messaging events of a subject, oldest first. */
export async function readMessagingEvents(
  { database }: TestApi,
  subjectId: string,
): Promise<{ type: string; conversationId: string | null; principal: string; data: any }[]> {
  const rows = await database
    .knex('messaging_events')
    .where({ subject_id: subjectId })
    .orderBy('position')
    .select('type', 'conversation_id as conversationId', 'principal', 'data');
  return rows.map((row) => ({ ...row, data: JSON.parse(row.data as string) }));
}
