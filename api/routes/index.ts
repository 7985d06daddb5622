import { healthRoutes } from '../ops/health.ts';
import { metricsRoute } from '../ops/metrics.ts';
import { overviewRoute } from '../ops/overview.ts';
import { workRoutes } from '../ops/work.ts';
import type { Route } from '../route.ts';
import { accessRoutes } from './access.ts';
import { accessDecisionRoutes } from './access-decisions.ts';
import { accessProvisioningRoutes } from './access-provisioning.ts';
import { accessReconciliationRoutes } from './access-reconciliation.ts';
import { apiKeyRoutes } from './api-keys.ts';
import { assetFindingRoutes } from './asset-findings.ts';
import { assetRoutes } from './assets.ts';
import { codeGenerationRoutes } from './code-generation.ts';
import { conceptRelationshipRoutes } from './concept-relationships.ts';
import { conceptRoutes } from './concepts.ts';
import { contractChangeRoutes } from './contract-changes.ts';
import { contractTestRoutes } from './contract-tests.ts';
import { costRoutes } from './costs.ts';
import { documentRoutes } from './documents.ts';
import { docsRoutes } from './docs.ts';
import { eventRoutes } from './events.ts';
import { exportRoute } from './export.ts';
import { importRoute } from './import.ts';
import { messagingContactRoutes } from './messaging-contacts.ts';
import { messagingTokenRoutes } from './messaging-tokens.ts';
import { namespaceRoutes } from './namespaces.ts';
import { ingestionRunRoutes } from './ingestion-runs.ts';
import { integrationRoutes } from './integrations.ts';
import { notificationChannelRoutes } from './notification-channels.ts';
import { notificationRoutes } from './notifications.ts';
import { ontologyBranchRoutes } from './ontology-branches.ts';
import { ontologyMergeRoutes } from './ontology-merges.ts';
import { ontologyRdfRoutes } from './ontology-rdf.ts';
import { ontologyRoutes } from './ontologies.ts';
import { openapiRoutes } from './openapi.ts';
import { outputPortAccessRoutes } from './output-port-access.ts';
import { organizationMemberRoutes } from './organization-members.ts';
import { organizationRoutes } from './organization.ts';
import { pageRoutes } from './pages.ts';
import { permissionRoutes } from './permissions.ts';
import { semanticAuditRoutes } from './semantic-audit.ts';
import { semanticIriRoute } from './semantic-iris.ts';
import { semanticPageRoutes } from './semantic-pages.ts';
import { settingsRoutes } from './settings.ts';
import { starRoutes } from './stars.ts';
import { schemaRoutes } from './schemas.ts';
import { searchRoute } from './search.ts';
import { teamConnectionRoutes } from './team-connections.ts';
import { testEngineRoutes } from './test-engine.ts';
import { testResultRoutes } from './test-results.ts';
import { testRunRoutes } from './test-runs.ts';
import { testScheduleRoutes } from './test-schedules.ts';
import { uiIntegrationCheckRoutes } from './ui-integration-checks.ts';
import { uiIntegrationRunRoutes } from './ui-integration-runs.ts';
import { uiIntegrationRoutes } from './ui-integrations.ts';
import { uiSessionRoutes } from './ui-sessions.ts';
import { webhookDeliveryRoutes } from './webhook-deliveries.ts';
import { webhookRoutes } from './webhooks.ts';

const resources: readonly Route[] = [
  ...documentRoutes,
  ...assetRoutes,
  ...assetFindingRoutes,
  ...costRoutes,
  // Names of its own before ids.
  ...accessReconciliationRoutes,
  ...accessRoutes,
  ...accessDecisionRoutes,
  ...accessProvisioningRoutes,
  ...outputPortAccessRoutes,
  ...contractChangeRoutes,
  ...contractTestRoutes,
  ...codeGenerationRoutes,
  ...testRunRoutes,
  ...testScheduleRoutes,
  ...integrationRoutes,
  ...ingestionRunRoutes,
  ...testResultRoutes,
  semanticIriRoute,
  ...namespaceRoutes,
  ...ontologyRoutes,
  ...semanticAuditRoutes,
  ...ontologyRdfRoutes,
  ...conceptRoutes,
  ...conceptRelationshipRoutes,
  ...ontologyBranchRoutes,
  ...ontologyMergeRoutes,
  importRoute,
  exportRoute,
  ...eventRoutes,
  ...webhookRoutes,
  ...webhookDeliveryRoutes,
  ...teamConnectionRoutes,
  ...notificationChannelRoutes,
  ...notificationRoutes,
  ...starRoutes,
  ...organizationRoutes,
  ...testEngineRoutes,
  ...organizationMemberRoutes,
  ...settingsRoutes,
  ...permissionRoutes,
  ...apiKeyRoutes,
  ...messagingContactRoutes,
  ...messagingTokenRoutes,
  ...schemaRoutes,
  searchRoute,
  ...uiSessionRoutes,
  ...uiIntegrationRoutes,
  ...uiIntegrationRunRoutes,
  ...uiIntegrationCheckRoutes,
  ...workRoutes,
  overviewRoute,
  metricsRoute,
  ...healthRoutes,
  ...docsRoutes,
  ...pageRoutes,
  ...semanticPageRoutes,
];

/** Every route of the API; a new resource is its file and its line above. */
export const routes: readonly Route[] = [...resources, ...openapiRoutes(resources)];
