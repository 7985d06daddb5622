/** What a notice in the web UI tells. */
export const noticeKinds = [
  'document-created',
  'document-changed',
  'document-deleted',
  'contract-changed-major',
  'test-failed',
  'access-requested',
  'access-approved',
  'access-rejected',
  'access-change-requested',
  'access-request-changed',
  'access-cancelled',
  'access-ends-soon',
  'provisioning-failed',
  'deprovisioning-failed',
  'change-proposed',
  'change-edited',
  'change-commented',
  'change-accepted',
  'change-declined',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** Why a reader gets a notice: it may decide, it belongs to a team concerned, follows the subject, or proposed the change. */
export const noticeReasons = ['decide', 'team', 'follow', 'proposer'] as const;
export type NoticeReason = (typeof noticeReasons)[number];

/** Names and facts from which the web UI makes the text; each is present if it is known. */
export type NoticeDetails = {
  name?: string | undefined;
  dataProductId?: string | undefined;
  dataProductName?: string | undefined;
  outputPortId?: string | undefined;
  consumer?: string | undefined;
  providerTeamId?: string | undefined;
  providerTeamName?: string | undefined;
  purpose?: string | undefined;
  note?: string | undefined;
  date?: string | undefined;
  server?: string | undefined;
  version?: string | undefined;
  failedChecks?: number | undefined;
  checks?: number | undefined;
  platform?: string | undefined;
  title?: string | undefined;
};

/** A recipient of a notice and its reason. */
export type NoticeRecipient = { recipient: string; reason: NoticeReason };

/** A notice before it has a position and recipients. */
export type NoticeContent = {
  /** Id of the event, or an id made of the cause: a recipient gets each notice once. */
  id: string;
  kind: NoticeKind;
  subjectKind: string;
  subjectId: string;
  principal: string;
  details: NoticeDetails;
  at: Date;
};

/** A notice with its recipients. */
export type AddressedNotice = NoticeContent & { recipients: readonly NoticeRecipient[] };

/** The recipients without repetition and without those who did it; of several reasons, the first stays. */
export function toRecipients(
  candidates: readonly NoticeRecipient[],
  actors: readonly string[],
): NoticeRecipient[] {
  const first = new Map<string, NoticeRecipient>();
  for (const candidate of candidates) {
    const { recipient } = candidate;
    if (!actors.includes(recipient) && !first.has(recipient)) first.set(recipient, candidate);
  }
  return [...first.values()];
}
