import { uiRoutes } from './ui/index.ts';
import { connectorsRoute } from '../ops/connectors.ts';
import { healthRoutes } from '../ops/health.ts';
import { metricsRoute } from '../ops/metrics.ts';
import { kindRoutes } from '../ops/kinds.ts';
import { overviewRoute } from '../ops/overview.ts';
import { schedulesRoute } from '../ops/schedules.ts';
import { seriesRoute } from '../ops/series.ts';
import { mailTestRoute } from '../ops/system/mail-test.ts';
import { systemRoute } from '../ops/system/system.ts';
import { workBatchRoutes } from '../ops/work-batches.ts';
import { readersRoute } from '../ops/readers.ts';
import { workRoutes } from '../ops/work.ts';
import { catalogInterface, isPublicRoute, isUiRoute, uiInterface } from '../openapi/catalog.ts';
import type { Route } from '../route.ts';
import { accessRoutes } from './access/access.ts';
import { accessDecisionRoutes } from './access/decisions.ts';
import { accessHistoryRoutes } from './access/access-history.ts';
import { accessEvaluationRoutes } from './access/evaluation.ts';
import { integrationConfigurationRoute } from './integrations/integration-configuration.ts';
import { accessProvisioningRoutes } from './access/provisioning.ts';
import { underFormerName } from './access/former-name.ts';
import { accessReconciliationRoutes } from './access/reconciliation.ts';
import { apiKeyRoutes } from './organization/api-keys.ts';
import { assetFindingRoutes } from './assets/asset-findings.ts';
import { agentMetadataRoutes } from './agents/metadata.ts';
import { authorizeRoute } from './agents/authorization.ts';
import { mcpRoute } from './agents/mcp.ts';
import { oauthRoutes } from './agents/oauth.ts';
import { assetRoutes } from './assets/assets.ts';
import { changeRequestRoutes } from './documents/change-requests.ts';
import { codeGenerationRoutes } from './code-generation/code-generation.ts';
import { branchChoiceRoutes } from './semantics/branch-choices.ts';
import { branchConceptRoutes } from './semantics/branch-concepts.ts';
import { conceptPageRoutes } from './semantics/concept-pages.ts';
import { conceptRelationshipRoutes } from './semantics/concept-relationships.ts';
import { conceptRoutes } from './semantics/concepts.ts';
import { contractBranchRoutes } from './contract-branches/contract-branches.ts';
import { contractBranchWorkRoutes } from './contract-branches/branch-work.ts';
import { contractMergeRoutes } from './contract-branches/branch-merges.ts';
import { contractChangeRoutes } from './contract-tests/contract-changes.ts';
import { contractDraftRoute } from './documents/contract-drafts.ts';
import { contractModelRoutes } from './documents/contract-model.ts';
import { contractTestRoutes } from './contract-tests/contract-tests.ts';
import { lineageBatchRoute } from './lineage/batch.ts';
import { lineageEventRoutes } from './lineage/events.ts';
import { lineageGraphRoutes } from './lineage/graph.ts';
import { lineageRulesRoutes } from './lineage/rules.ts';
import { productLineageRoute } from './documents/lineage.ts';
import { costRoutes } from './documents/costs.ts';
import { documentRoutes } from './documents/documents.ts';
import { documentUsageRoutes } from './documents/usages.ts';
import { docsRoutes } from './docs.ts';
import { findingRoutes } from './policies/findings.ts';
import { eventRoutes } from './events/events.ts';
import { auditLogRoutes } from './events/audit-log.ts';
import { singleEventRoutes } from './events/single-events.ts';
import { exportRoute } from './documents/export.ts';
import { importRoute } from './documents/import.ts';
import { messagingContactRoutes } from './organization/messaging-contacts.ts';
import { messagingTokenRoutes } from './organization/messaging-tokens.ts';
import { namespaceRoutes } from './semantics/namespaces.ts';
import { ingestionRunRoutes } from './integrations/ingestion-runs.ts';
import { integrationRoutes } from './integrations/integrations.ts';
import { runUndoRoutes } from './integrations/run-undo.ts';
import { notificationChannelRoutes } from './organization/notification-channels.ts';
import { notificationRoutes } from './organization/notifications.ts';
import { ontologyBranchRoutes } from './semantics/ontology-branches.ts';
import { ontologyMergeRoutes } from './semantics/ontology-merges.ts';
import { ontologyRdfRoutes } from './semantics/ontology-rdf.ts';
import { ontologyRoutes } from './semantics/ontologies.ts';
import { openapiRoutes } from './openapi.ts';
import { sandboxCatalogRoutes } from './sandbox/sandbox-catalog.ts';
import { sandboxRoutes } from './sandbox/sandboxes.ts';
import { outputPortAccessRoutes } from './access/output-port-access.ts';
import { organizationMemberRoutes } from './organization/organization-members.ts';
import { organizationRoutes } from './organization/organization.ts';
import { pageRoutes } from './documents/pages.ts';
import { productScoreRoutes } from './documents/product-scores.ts';
import { productQualityRoute } from './documents/product-quality.ts';
import { permissionRoutes } from './organization/permissions.ts';
import { semanticAuditRoutes } from './semantics/audit.ts';
import { semanticIriRoute } from './semantics/iris.ts';
import { semanticPageRoutes } from './semantics/pages.ts';
import { emailTemplateRoutes } from './organization/email-templates.ts';
import { catalogSettingsRoutes } from './organization/catalog-settings.ts';
import { settingsRoutes } from './organization/settings.ts';
import { scimRoutes } from './scim/scim.ts';
import { starRoutes } from './documents/stars.ts';
import { schemaRoutes } from './documents/schemas.ts';
import { gitConnectionRoutes } from './git/git-connections.ts';
import { gitImportRoutes } from './git/git-imports.ts';
import { gitWebhookRoutes } from './git/git-webhooks.ts';
import { gitRunRoutes } from './git/git-runs.ts';
import { gitCredentialRoutes } from './git/git-credentials.ts';
import { searchRoute } from './documents/search.ts';
import { teamConnectionRoutes } from './organization/team-connections.ts';
import { teamMemberRoutes } from './organization/team-members.ts';
import { teamRecordRoutes } from './organization/team-records.ts';
import { testEngineRoutes } from './contract-tests/test-engine.ts';
import { testResultRoutes } from './contract-tests/test-results.ts';
import { testRunRoutes } from './contract-tests/test-runs.ts';
import { testScheduleRoutes } from './contract-tests/test-schedules.ts';
import { productUsageRoute } from './usage/product-usage.ts';
import { traceRoutes } from './usage/traces.ts';
import { webhookDeliveryRoutes } from './events/webhook-deliveries.ts';
import { webhookReplayRoutes } from './events/webhook-replays.ts';
import { webhookRoutes } from './events/webhooks.ts';

const accesses: readonly Route[] = [
  // Fixed paths before paths with ids.
  ...accessReconciliationRoutes,
  ...accessHistoryRoutes,
  ...accessRoutes,
  ...accessDecisionRoutes,
  ...accessProvisioningRoutes,
];

const resources: readonly Route[] = [
  ...accessEvaluationRoutes,
  ...findingRoutes,
  ...gitConnectionRoutes,
  ...gitRunRoutes,
  ...gitImportRoutes,
  ...gitWebhookRoutes,
  ...documentUsageRoutes,
  ...productScoreRoutes,
  ...documentRoutes,
  ...assetRoutes,
  ...assetFindingRoutes,
  productLineageRoute,
  lineageBatchRoute,
  ...lineageEventRoutes,
  ...lineageGraphRoutes,
  ...lineageRulesRoutes,
  productQualityRoute,
  contractDraftRoute,
  ...contractModelRoutes,
  ...costRoutes,
  ...traceRoutes,
  productUsageRoute,
  ...accesses,
  ...underFormerName(accesses),
  ...outputPortAccessRoutes,
  ...contractChangeRoutes,
  ...changeRequestRoutes,
  ...contractBranchRoutes,
  ...contractMergeRoutes,
  ...contractBranchWorkRoutes,
  ...contractTestRoutes,
  ...codeGenerationRoutes,
  ...testRunRoutes,
  ...testScheduleRoutes,
  integrationConfigurationRoute,
  ...integrationRoutes,
  ...ingestionRunRoutes,
  ...runUndoRoutes,
  ...testResultRoutes,
  semanticIriRoute,
  ...conceptPageRoutes,
  ...namespaceRoutes,
  ...ontologyRoutes,
  ...semanticAuditRoutes,
  ...ontologyRdfRoutes,
  ...conceptRoutes,
  ...conceptRelationshipRoutes,
  ...ontologyBranchRoutes,
  ...ontologyMergeRoutes,
  ...branchChoiceRoutes,
  ...branchConceptRoutes,
  importRoute,
  exportRoute,
  ...eventRoutes,
  ...singleEventRoutes,
  ...auditLogRoutes,
  ...webhookRoutes,
  ...webhookDeliveryRoutes,
  ...webhookReplayRoutes,
  ...teamConnectionRoutes,
  ...gitCredentialRoutes,
  ...notificationChannelRoutes,
  ...teamMemberRoutes,
  ...teamRecordRoutes,
  ...notificationRoutes,
  ...sandboxRoutes,
  ...sandboxCatalogRoutes,
  ...starRoutes,
  ...organizationRoutes,
  ...testEngineRoutes,
  ...organizationMemberRoutes,
  ...settingsRoutes,
  ...catalogSettingsRoutes,
  ...emailTemplateRoutes,
  ...scimRoutes,
  ...permissionRoutes,
  ...apiKeyRoutes,
  ...messagingContactRoutes,
  ...messagingTokenRoutes,
  ...schemaRoutes,
  searchRoute,
  ...uiRoutes,
  ...workBatchRoutes,
  ...workRoutes,
  ...kindRoutes,
  seriesRoute,
  schedulesRoute,
  mailTestRoute,
  systemRoute,
  connectorsRoute,
  overviewRoute,
  readersRoute,
  metricsRoute,
  ...agentMetadataRoutes,
  authorizeRoute,
  ...oauthRoutes,
  mcpRoute,
  ...healthRoutes,
  ...docsRoutes,
  ...pageRoutes,
  ...semanticPageRoutes,
];

/** Every route of the API; a new resource is its file and its line above. */
export const routes: readonly Route[] = [
  ...resources,
  ...openapiRoutes(resources.filter(isPublicRoute), '/openapi', ({ eventTypePrefix }) =>
    catalogInterface(eventTypePrefix),
  ),
  ...openapiRoutes(resources.filter(isUiRoute), '/openapi-ui', () => uiInterface),
];
