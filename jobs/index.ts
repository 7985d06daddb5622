import { applyAccessTimer } from './access-timers/apply-access-timer.ts';
import { generateCode } from './code-generation/generate-code.ts';
import { generateCustom } from './code-generation/generate-custom.ts';
import { startTestsOnSchedule } from './contract-tests/start-scheduled-tests.ts';
import { testDataContract, testOnSchedule } from './contract-tests/test-data-contract.ts';
import type { Job } from './define-job.ts';
import { applyRetention } from './housekeeping/apply-retention.ts';
import { forgetGenerations } from './housekeeping/forget-generations.ts';
import { forgetIdempotencyKeys } from './housekeeping/forget-idempotency-keys.ts';
import { embedDocuments } from './housekeeping/embed-documents.ts';
import { forgetUiSessions } from './housekeeping/forget-ui-sessions.ts';
import { keepPartitions } from './housekeeping/keep-partitions.ts';
import { noticeEndingAccess } from './housekeeping/notice-ending-access.ts';
import { remindOfAccess } from './housekeeping/remind-of-access.ts';
import { removeDeletedMessages } from './housekeeping/remove-deleted-messages.ts';
import { watchAccess } from './housekeeping/watch-access.ts';
import { importFiles } from './git-sync/import-files.ts';
import { syncFile } from './git-sync/sync-file.ts';
import { planIntegration } from './ingestion/plan-integration.ts';
import { runIntegration } from './ingestion/run-integration.ts';
import { testConnection } from './ingestion/test-connection.ts';
import { undoRun } from './ingestion/undo-run.ts';
import { sendChatMessage } from './mail/send-chat-message.ts';
import { sendMail } from './mail/send-mail.ts';
import { sendSignInLink } from './mail/send-sign-in-link.ts';
import { sendTestMail } from './mail/send-test-mail.ts';
import { tellTestChange } from './mail/tell-test-change.ts';
import { judgeDefinitionChange } from './contract-tests/judge-definition-change.ts';
import { mergeBranch } from './ontology-merges/merge-branch.ts';
import { judgeDocuments } from './policies/judge-documents.ts';
import { sendRunEvents } from './open-lineage/send-run-events.ts';
import { deliverWebhook } from './webhooks/deliver-webhook.ts';

/** All jobs; add new jobs here. */
export const jobs: readonly Job[] = [
  testDataContract,
  startTestsOnSchedule,
  testOnSchedule,
  judgeDefinitionChange,
  judgeDocuments,
  generateCode,
  generateCustom,
  applyAccessTimer,
  watchAccess,
  remindOfAccess,
  noticeEndingAccess,
  sendMail,
  sendChatMessage,
  sendSignInLink,
  sendTestMail,
  tellTestChange,
  deliverWebhook,
  sendRunEvents,
  mergeBranch,
  syncFile,
  importFiles,
  runIntegration,
  testConnection,
  planIntegration,
  undoRun,
  applyRetention,
  keepPartitions,
  forgetIdempotencyKeys,
  forgetUiSessions,
  embedDocuments,
  forgetGenerations,
  removeDeletedMessages,
];
