import { Refusal } from '../domain/errors.ts';
import { sqlState, violatedConstraint } from './postgres-errors.ts';

/** Subjects by foreign key, for references that come from the path or the credentials of a request. */
const subjects: Readonly<Record<string, string>> = {
  agent_grants_organization_id_api_key_id_foreign: 'API key',
  agent_grants_organization_id_person_id_foreign: 'person',
  agent_tokens_organization_id_grant_id_foreign: 'grant',
  api_key_uses_organization_id_api_key_id_foreign: 'API key',
  asset_tags_asset: 'asset',
  attachments_organization_id_contact_id_foreign: 'contact',
  attachments_organization_id_conversation_id_foreign: 'conversation',
  attachments_organization_id_message_id_foreign: 'message',
  change_request_comments_request: 'change request',
  contact_group_members_organization_id_group_id_foreign: 'group',
  contact_groups_organization_id_created_by_foreign: 'contact',
  contact_tokens_session: 'session',
  contacts_person: 'person',
  conversation_members_organization_id_conversation_id_foreign: 'conversation',
  conversations_organization_id_created_by_foreign: 'contact',
  data_product_stars_product: 'data product',
  document_references_document: 'document',
  import_results_import: 'idempotency key',
  git_connections_credential: 'Git credential',
  git_connections_document: 'document',
  git_connections_namespace: 'namespace',
  git_credentials_team: 'team',
  git_import_files_import: 'Git import',
  git_runs_connection: 'Git connection',
  ingested_assets_asset: 'asset',
  ingested_assets_integration: 'integration',
  ingestion_log_lines_run: 'ingestion run',
  ingestion_run_assets_run: 'ingestion run',
  ingestion_runs_integration: 'integration',
  integration_check_assets_check: 'check',
  integration_checks_integration: 'integration',
  message_reactions_organization_id_contact_id_foreign: 'contact',
  message_reactions_organization_id_message_id_foreign: 'message',
  message_reads_organization_id_message_id_foreign: 'message',
  messages_organization_id_conversation_id_foreign: 'conversation',
  namespace_concepts_namespace: 'namespace',
  namespace_revisions_namespace: 'namespace',
  notification_channels_team: 'team',
  ontology_branches_namespace: 'namespace',
  ontology_merges_branch: 'branch',
  provisioning_reports_access: 'access',
  sandbox_entries_organization_id_sandbox_id_foreign: 'sandbox',
  team_connections_team: 'team',
  scim_grants_user: 'SCIM resource',
  scim_group_members_group: 'SCIM resource',
  scim_group_members_user: 'SCIM resource',
  test_checks_result: 'test result',
  test_results_run: 'test run',
  ui_sessions_api_key: 'API key',
  ui_sessions_person: 'person',
  webhook_deliveries_webhook: 'webhook',
  webhook_lines_webhook: 'webhook',
  webhook_replays_webhook: 'webhook',
  work_attempts_work_id_foreign: 'work',
  work_batch_rows_batch: 'work batch',
};

/** Subjects by foreign key, for references that come from the body of a request. */
const named: Readonly<Record<string, string>> = {
  asset_assignments_asset: 'asset',
  asset_assignments_product: 'data product',
  asset_drifts_product: 'data product',
  change_requests_document: 'document',
  contact_group_members_organization_id_contact_id_foreign: 'contact',
  contact_tokens_organization_id_contact_id_foreign: 'contact',
  conversation_members_organization_id_contact_id_foreign: 'contact',
  costs_product: 'data product',
};

/**
 * Foreign keys to the owning team. A violation means that the team was deleted, or became an owner,
 * concurrently.
 */
const owned: ReadonlySet<string> = new Set([
  'documents_owner',
  'integrations_owner',
  'namespaces_owner',
]);

/**
 * The refusal of a write whose referenced row was deleted between the request's read and its write. Commands
 * with a more precise message catch the violation first.
 */
export function overtakenRefusal(error: unknown): Refusal | undefined {
  const constraint = violatedConstraint(error);
  if (constraint === undefined || sqlState(error) !== '23503') return undefined;
  if (owned.has(constraint)) {
    return new Refusal(
      'concurrent_change',
      'The owning team was changed or deleted concurrently. Check the team and retry the request.',
    );
  }
  const name = named[constraint];
  if (name !== undefined) {
    return new Refusal(
      'unknown_reference',
      `The ${name} in the request was deleted concurrently: specify another ${name}, or create it again.`,
    );
  }
  const isOfOrganization = constraint.endsWith('_organization_id_foreign');
  const subject = isOfOrganization ? 'organization' : subjects[constraint];
  if (subject === undefined) return undefined;
  return new Refusal('not_found', `The ${subject} was deleted concurrently.`);
}
