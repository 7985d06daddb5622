/** Names of the schedules of the installation, by their jobs. */
const ofInstallation: Readonly<Record<string, string>> = {
  'apply-retention': 'Delete what is kept long enough',
  'keep-partitions': 'Add and remove partitions of months',
  'forget-idempotency-keys': 'Forget answers to repeated requests',
  'forget-ui-sessions': 'Forget ended sessions',
  'forget-generations': 'Forget generated code',
  'remove-deleted-messages': 'Remove deleted messages',
  'embed-documents': 'Compute embeddings of documents, where they are set up',
  'watch-access': 'Watch accesses and their provisioning',
  'remind-of-access': 'Remind of accesses that end',
  'notice-ending-access': 'Give notice of accesses that end',
};

/** The name of a schedule: that of its subject, or of its job for those of the installation. */
export function scheduleName(
  { job, key }: { job: string; key: string },
  subjectName: string | undefined,
): string {
  return subjectName ?? ofInstallation[job] ?? key;
}

/** Jobs of the installation that have a name. */
export const namedJobs: readonly string[] = Object.keys(ofInstallation);
