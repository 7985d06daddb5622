type Details = Readonly<Record<string, string | number | undefined>>;

/** What happened, with names as they were then. */
export type NoticeFacts = { kind: string; details: Details };

const port = ({ dataProductName, dataProductId, outputPortId }: Details): string =>
  `${dataProductName ?? dataProductId ?? 'a data product'}${outputPortId === undefined ? '' : ` / ${outputPortId}`}`;

const named = ({ name }: Details): string => `${name ?? 'A document'}`;

const sentences: Readonly<Record<string, (details: Details) => string>> = {
  'document-created': (details) => `${named(details)} is new.`,
  'document-changed': (details) => `${named(details)} was changed.`,
  'document-deleted': (details) => `${named(details)} was deleted.`,
  'contract-changed-major': (details) =>
    `${named(details)} has a breaking change${details['version'] === undefined ? '' : ` in version ${details['version']}`}.`,
  'test-failed': (details) =>
    `${named(details)}: ${details['failedChecks'] ?? 'some'} of ${details['checks'] ?? 'its'} checks fail.`,
  'access-requested': (details) =>
    `${details['consumer'] ?? 'Somebody'} asks for ${port(details)}.`,
  'access-approved': (details) =>
    `The access of ${details['consumer'] ?? 'your team'} to ${port(details)} was approved.`,
  'access-rejected': (details) =>
    `The request of ${details['consumer'] ?? 'your team'} for ${port(details)} was declined.`,
  'access-cancelled': (details) =>
    `The access of ${details['consumer'] ?? 'a team'} to ${port(details)} was ended.`,
  'access-ends-soon': (details) =>
    `The access of ${details['consumer'] ?? 'your team'} to ${port(details)} ends on ${details['date'] ?? 'a day soon'}.`,
  'provisioning-failed': (details) => `Granting ${port(details)} failed.`,
  'deprovisioning-failed': (details) => `Taking back ${port(details)} failed.`,
};

/** A notice as a sentence. */
export function noticeSentence({ kind, details }: NoticeFacts): string {
  return sentences[kind]?.(details) ?? `${named(details)}: ${kind.replaceAll('-', ' ')}.`;
}
