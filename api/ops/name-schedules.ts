import type { Db } from '../../db/connect.ts';
import { listNames } from '../../db/views/documents/names.ts';
import type { ListedSchedule } from '../../db/views/work/schedules.ts';
import { contractOfScheduleKey } from '../../domain/contract-tests/schedule.ts';
import { scheduleName } from '../../domain/operations/schedule-names.ts';
import { asOrganizationId } from '../../domain/principal.ts';

type Named = Pick<ListedSchedule, 'organizationId' | 'kind' | 'job' | 'key'>;
type Subject = { kind: 'data-contract' | 'integration'; id: string };

/** Returns the name of a schedule, and what it is about. */
export type NameOfSchedule = (schedule: Named) => {
  name: string;
  subject: (Subject & { name: string }) | null;
};

/** Reads the names of schedules of one organization and of the installation. */
export async function nameSchedules(db: Db, schedules: readonly Named[]): Promise<NameOfSchedule> {
  const organizationId = schedules.find((each) => each.organizationId !== null)?.organizationId;
  const subjects = schedules.flatMap((schedule) => subjectOf(schedule) ?? []);
  const named = organizationId
    ? await listNames(db, asOrganizationId(organizationId), subjects)
    : [];
  const names = new Map(named.map(({ kind, id, name }) => [`${kind} ${id}`, name]));
  return (schedule) => {
    const subject = subjectOf(schedule);
    if (!subject) return { name: nameWithout(schedule), subject: null };
    const name = names.get(`${subject.kind} ${subject.id}`) ?? subject.id;
    return { name: scheduleName(schedule, name), subject: { ...subject, name } };
  };
}

function nameWithout(schedule: Named): string {
  const isOfTests = schedule.kind === 'scheduled-tests';
  return scheduleName(schedule, isOfTests ? 'Test all contracts' : undefined);
}

function subjectOf({ kind, key }: Named): Subject | undefined {
  if (kind === 'ingestion') return { kind: 'integration', id: key };
  const contract = kind === 'scheduled-tests' ? contractOfScheduleKey(key) : undefined;
  return contract === undefined ? undefined : { kind: 'data-contract', id: contract };
}
