import { workKinds } from '../../../domain/work-kinds.ts';
import { failed, ok } from '../check.ts';
import type { Check, Patient } from '../check.ts';

/** Every setting has a value that can be used. */
export const settings: Check = {
  name: 'settings',
  run: async (patient) => {
    const { settingProblems, running, databaseUrl } = patient;
    const problems = [...settingProblems, ...unknownKinds(patient)];
    if (problems.length > 0) {
      return failed(
        problems.join('; '),
        'Correct these environment variables; the README says what each may be.',
      );
    }
    if (running && databaseUrl === running.databaseUrl) return ok('all are right; bin/start runs');
    return ok('all are right');
  },
};

/** A worker refuses them when it starts; only it knows the kinds. */
function unknownKinds({ config: { workerQueues } }: Patient): string[] {
  const unknown = workerQueues.filter((name) => !workKinds.some((kind) => kind === name));
  if (unknown.length === 0) return [];
  return [`WORKER_QUEUES: ${unknown.join(', ')} is unknown; the kinds are ${workKinds.join(', ')}`];
}
