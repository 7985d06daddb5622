import type { Knex } from 'knex';
import { up as organizations } from './0001-organizations.ts';
import { up as documents } from './0002-documents.ts';
import { up as events } from './0003-events.ts';
import { up as work } from './0004-work.ts';
import { up as contractTests } from './0005-contract-tests.ts';
import { up as schedules } from './0006-schedules.ts';
import { up as documentReferences } from './0007-document-references.ts';
import { up as operations } from './0008-operations.ts';
import { up as resources } from './0009-resources.ts';
import { up as contractChanges } from './0010-contract-changes.ts';
import { up as organization } from './0011-organization.ts';
import { up as search } from './0012-search.ts';
import { up as importPositions } from './0013-import-positions.ts';
import { up as access } from './0014-access.ts';
import { up as notifications } from './0015-notifications.ts';
import { up as webhooks } from './0016-webhooks.ts';
import { up as feed } from './0017-feed.ts';
import { up as semantics } from './0018-semantics.ts';
import { up as deletedNamespaces } from './0019-deleted-namespaces.ts';
import { up as semanticsAtScale } from './0020-semantics-at-scale.ts';
import { up as integrations } from './0021-integrations.ts';
import { up as uiSessions } from './0022-ui-sessions.ts';
import { up as testTrends } from './0023-test-trends.ts';
import { up as teamConnections } from './0024-team-connections.ts';
import { up as scheduledTests } from './0025-scheduled-tests.ts';
import { up as generations } from './0026-generations.ts';
import { up as messaging } from './0027-messaging.ts';
import { up as messages } from './0028-messages.ts';
import { up as toldContacts } from './0029-told-contacts.ts';
import { up as storedAttachments } from './0030-stored-attachments.ts';
import { up as importResults } from './0031-import-results.ts';
import { up as processClocks } from './0032-process-clocks.ts';
import { up as webhookLines } from './0033-webhook-lines.ts';
import { up as sealedAddresses } from './0034-sealed-addresses.ts';
import { up as definitionChanges } from './0035-definition-changes.ts';
import { up as teamTypes } from './0036-team-types.ts';
import { up as freeAssetTags } from './0037-free-asset-tags.ts';
import { up as people } from './0038-people.ts';
import { up as signInCodes } from './0039-sign-in-codes.ts';
import { up as accessHistory } from './0040-access-history.ts';
import { up as dueAccess } from './0041-due-access.ts';
import { up as facets } from './0042-facets.ts';
import { up as serverQuality } from './0043-server-quality.ts';
import { up as notices } from './0044-notices.ts';
import { up as failingTests } from './0045-failing-tests.ts';
import { up as waitingRequests } from './0046-waiting-requests.ts';
import { up as policyRules } from './0047-policy-rules.ts';
import { up as changeRequests } from './0048-change-requests.ts';
import { up as findingsByOwner } from './0049-findings-by-owner.ts';
import { up as branchAuthors } from './0050-branch-authors.ts';
import { up as operationsHistory } from './0051-operations-history.ts';
import { up as workBatches } from './0052-work-batches.ts';
import { up as runAssets } from './0053-run-assets.ts';
import { up as plannedAssets } from './0054-planned-assets.ts';
import { up as newestEvents } from './0055-newest-events.ts';
import { up as exchanges } from './0056-exchanges.ts';
import { up as peopleAndKeys } from './0057-people-and-keys.ts';
import { up as sandboxes } from './0058-sandboxes.ts';
import { up as processBuilds } from './0059-process-builds.ts';
import { up as peopleBeforeSignIn } from './0060-people-before-sign-in.ts';
import { up as lineage } from './0061-lineage.ts';
import { up as usage } from './0062-usage.ts';
import { up as scim } from './0063-scim.ts';
import { up as git } from './0064-git.ts';
import { up as contractBranches } from './0065-contract-branches.ts';
import { up as gitImports } from './0067-git-imports.ts';
import { up as gitOntologies } from './0068-git-ontologies.ts';
import { up as lineageDigests } from './0069-lineage-digests.ts';
import { up as searchLabels } from './0070-search-labels.ts';
import { up as agents } from './0071-agents.ts';
import { up as scores } from './0066-scores.ts';

/** One step of the schema. Steps cannot be undone; the next step corrects a mistake. */
export type Migration = { name: string; up: (knex: Knex) => Promise<void> };

/** All steps, in order; a step that has been released is never edited. */
export const migrations: readonly Migration[] = [
  { name: '0001-organizations', up: organizations },
  { name: '0002-documents', up: documents },
  { name: '0003-events', up: events },
  { name: '0004-work', up: work },
  { name: '0005-contract-tests', up: contractTests },
  { name: '0006-schedules', up: schedules },
  { name: '0007-document-references', up: documentReferences },
  { name: '0008-operations', up: operations },
  { name: '0009-resources', up: resources },
  { name: '0010-contract-changes', up: contractChanges },
  { name: '0011-organization', up: organization },
  { name: '0012-search', up: search },
  { name: '0013-import-positions', up: importPositions },
  { name: '0014-access', up: access },
  { name: '0015-notifications', up: notifications },
  { name: '0016-webhooks', up: webhooks },
  { name: '0017-feed', up: feed },
  { name: '0018-semantics', up: semantics },
  { name: '0019-deleted-namespaces', up: deletedNamespaces },
  { name: '0020-semantics-at-scale', up: semanticsAtScale },
  { name: '0021-integrations', up: integrations },
  { name: '0022-ui-sessions', up: uiSessions },
  { name: '0023-test-trends', up: testTrends },
  { name: '0024-team-connections', up: teamConnections },
  { name: '0025-scheduled-tests', up: scheduledTests },
  { name: '0026-generations', up: generations },
  { name: '0027-messaging', up: messaging },
  { name: '0028-messages', up: messages },
  { name: '0029-told-contacts', up: toldContacts },
  { name: '0030-stored-attachments', up: storedAttachments },
  { name: '0031-import-results', up: importResults },
  { name: '0032-process-clocks', up: processClocks },
  { name: '0033-webhook-lines', up: webhookLines },
  { name: '0034-sealed-addresses', up: sealedAddresses },
  { name: '0035-definition-changes', up: definitionChanges },
  { name: '0036-team-types', up: teamTypes },
  { name: '0037-free-asset-tags', up: freeAssetTags },
  { name: '0038-people', up: people },
  { name: '0039-sign-in-codes', up: signInCodes },
  { name: '0040-access-history', up: accessHistory },
  { name: '0041-due-access', up: dueAccess },
  { name: '0042-facets', up: facets },
  { name: '0043-server-quality', up: serverQuality },
  { name: '0044-notices', up: notices },
  { name: '0045-failing-tests', up: failingTests },
  { name: '0046-waiting-requests', up: waitingRequests },
  { name: '0047-policy-rules', up: policyRules },
  { name: '0048-change-requests', up: changeRequests },
  { name: '0049-findings-by-owner', up: findingsByOwner },
  { name: '0050-branch-authors', up: branchAuthors },
  { name: '0051-operations-history', up: operationsHistory },
  { name: '0052-work-batches', up: workBatches },
  { name: '0053-run-assets', up: runAssets },
  { name: '0054-planned-assets', up: plannedAssets },
  { name: '0055-newest-events', up: newestEvents },
  { name: '0056-exchanges', up: exchanges },
  { name: '0057-people-and-keys', up: peopleAndKeys },
  { name: '0058-sandboxes', up: sandboxes },
  { name: '0059-process-builds', up: processBuilds },
  { name: '0060-people-before-sign-in', up: peopleBeforeSignIn },
  { name: '0061-lineage', up: lineage },
  { name: '0062-usage', up: usage },
  { name: '0063-scim', up: scim },
  { name: '0064-git', up: git },
  { name: '0065-contract-branches', up: contractBranches },
  { name: '0066-scores', up: scores },
  { name: '0067-git-imports', up: gitImports },
  { name: '0068-git-ontologies', up: gitOntologies },
  { name: '0069-lineage-digests', up: lineageDigests },
  { name: '0070-search-labels', up: searchLabels },
  { name: '0071-agents', up: agents },
];
