import type { Tx } from '../../../db/connect.ts';
import { recordEvent } from '../../../db/tables/feed/events.ts';
import type { GitImport } from '../../../db/tables/git/imports.ts';
import type { OrganizationId } from '../../../domain/principal.ts';

type ImportStep = {
  type: `GitImport${'Requested' | 'CancelRequested' | 'Ended'}`;
  /** Who took the step: the requester of the import, or of its cancellation. */
  principal: string;
  requestId: string | null;
  now: Date;
  data?: Record<string, unknown>;
};

/** Records a step of an import in the audit trail of the organization; imported documents have their own entries. */
export async function auditImport(
  tx: Tx,
  organizationId: OrganizationId,
  {
    id,
    preview,
    repositoryUrl,
    branch,
    path,
  }: Pick<GitImport, 'id' | 'preview' | 'repositoryUrl' | 'branch' | 'path'>,
  { type, principal, requestId, now, data }: ImportStep,
): Promise<void> {
  await recordEvent(tx, {
    organizationId,
    type,
    subjectKind: 'organization',
    subjectId: organizationId,
    principal,
    requestId: requestId ?? undefined,
    public: false,
    data: { gitImportId: id, preview, repositoryUrl, branch, path, ...data },
    now,
  });
}
