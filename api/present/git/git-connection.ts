import type { Static } from '@sinclair/typebox';
import { Type } from '@sinclair/typebox';
import type { GitConnection } from '../../../db/tables/git/connections.ts';
import { gitPhases } from '../../../db/tables/git/progress.ts';
import { gitActions } from '../../../db/tables/git/runs.ts';
import type { GitRun } from '../../../db/tables/git/runs.ts';
import type { gitConnectionReadSchema } from '../../../domain/git/connection.ts';
import { syncStatusOf } from '../../../domain/git/sync-state.ts';
import { webLinkOf } from '../../../domain/git/web-link.ts';

/** The connection with the state of both sides; clients of the interface know no other states than the four of syncStatus. */
export function presentGitConnection(
  connection: GitConnection,
): Static<typeof gitConnectionReadSchema> {
  const { type, host, repositoryUrl, branch, path, credentialExternalId } = connection;
  const { problem, checkedAt, syncedBlob, localHash, remoteBlob } = connection;
  const webLink = webLinkOf(type, connection);
  const syncStatus = statusOf(connection);
  return {
    gitConnectionId: connection.id,
    ...(credentialExternalId !== null && { gitCredentialExternalId: credentialExternalId }),
    gitConnectionType: type,
    host,
    repositoryUrl,
    repositoryBranch: branch,
    repositoryPath: path,
    ...(syncStatus !== undefined && { syncStatus }),
    syncState: problem === null ? (syncStatus ?? 'UNKNOWN') : 'UNREACHABLE',
    problem,
    checkedAt: checkedAt?.toISOString() ?? null,
    ...(webLink !== undefined && { webLink }),
    lastHash: syncedBlob,
    localHash,
    remoteHash: remoteBlob,
  };
}

/** A first look that failed tells nothing of the file. */
function statusOf(connection: GitConnection) {
  const { checkedAt, problem, remoteBlob } = connection;
  const wasSeen = checkedAt !== null && !(problem !== null && remoteBlob === null);
  return wasSeen ? syncStatusOf(connection) : undefined;
}

const orNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description });

export const gitRunSchema = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Id of the run' }),
    gitConnectionId: Type.String({ format: 'uuid', description: 'Connection that it is about' }),
    action: Type.Unsafe<string>({
      type: 'string',
      enum: [...gitActions],
      description: 'What it does; check only looks at the file',
    }),
    phase: Type.Unsafe<string>({
      type: 'string',
      enum: [...gitPhases],
      description: 'What it is doing',
    }),
    outcome: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      enum: ['SUCCESS', 'FAILED', 'CANCELLED', null],
      description: 'How it ended; null while it is going on',
    }),
    code: orNull('Code of the error of a failed run'),
    message: orNull('What came of it'),
    commit: orNull('Commit that was read or pushed'),
    pullRequest: Type.Unsafe<{ number: string; title: string; url: string } | null>({
      type: ['object', 'null'],
      properties: {
        number: Type.String({ description: 'Its number on the Git host' }),
        title: Type.String({ description: 'Its title' }),
        url: Type.String({ description: 'Its page' }),
      },
      required: ['number', 'title', 'url'],
      description: 'The opened pull request',
    }),
    requestedBy: Type.String({ description: 'Key or person that requested it' }),
    requestedAt: Type.String({ format: 'date-time', description: 'When it was requested' }),
    endedAt: orNull('When it ended'),
    log: Type.Array(
      Type.Object({
        at: Type.String({ format: 'date-time', description: 'When it was written' }),
        level: Type.Unsafe<string>({
          type: 'string',
          enum: ['info', 'warn', 'error'],
          description: 'Severity',
        }),
        message: Type.String({ description: 'The line' }),
      }),
      { description: 'Lines of the log, at most 100' },
    ),
  },
  { $id: 'GitRun' },
);

/** A run with its log. */
export function presentGitRun(run: GitRun): Static<typeof gitRunSchema> {
  const { id, connectionId: gitConnectionId, action, phase, outcome, code } = run;
  const { message, commit, principal: requestedBy, log } = run;
  const requestedAt = run.requestedAt.toISOString();
  const endedAt = run.endedAt?.toISOString() ?? null;
  const end = { outcome, code, message, commit, pullRequest: run.pullRequest };
  return { id, gitConnectionId, action, phase, ...end, requestedBy, requestedAt, endedAt, log };
}
