/** What a job does, in the words of a list. */
const jobNames: Readonly<Record<string, string>> = {
  'apply-access-timer': 'Begin or end an access',
  'apply-retention': 'Delete what is kept long enough',
  'deliver-webhook': 'Deliver events',
  'forget-generations': 'Forget generated code',
  'keep-partitions': 'Add and remove partitions of months',
  'forget-idempotency-keys': 'Forget answers to repeated requests',
  'forget-ui-sessions': 'Forget ended sessions',
  'generate-code': 'Generate code',
  'generate-custom': 'Generate code elsewhere',
  'judge-definition-change': 'Apply policies to a definition',
  'judge-documents': 'Apply policies',
  'merge-branch': 'Merge a branch',
  'notice-ending-access': 'Give notice of accesses that end',
  'plan-integration': 'Plan a run of an integration',
  'remind-of-access': 'Remind of accesses that end',
  'remove-deleted-messages': 'Remove deleted messages',
  'run-integration': 'Run an integration',
  'send-chat-message': 'Send a chat message',
  'send-mail': 'Send a mail',
  'send-run-events': 'Send events of OpenLineage',
  'send-sign-in-link': 'Send a sign-in link',
  'send-test-mail': 'Send a test mail',
  'start-scheduled-tests': 'Begin tests by schedule',
  'tell-test-change': 'Tell that a test changed',
  'test-connection': 'Test the connection of an integration',
  'test-data-contract': 'Test a contract',
  'undo-run': 'Undo a run',
  'watch-access': 'Watch accesses and their provisioning',
};

/** The name of a job; one that is not known here shows as the server calls it. */
export const jobName = (job: string): string => jobNames[job] ?? job;
