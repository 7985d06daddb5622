import {
  maxLinks,
  readStoredDefinitions,
} from '../../commands/definitions/read-stored-definitions.ts';
import { messageOf } from '../../connectors/source-error.ts';
import { oneLine } from '../../domain/notifications/plain-text.ts';
import type { OrganizationId } from '../../domain/principal.ts';
import {
  listDefinitionLinks,
  withDefinitions,
} from '../../domain/standards/odcs/linked-definitions.ts';
import type {
  DefinitionLink,
  LinkedDefinitions,
} from '../../domain/standards/odcs/linked-definitions.ts';
import type { JsonObject } from '../../domain/standards/json-value.ts';
import { runConcurrently } from '../../lib/waiting/run-concurrently.ts';
import type { JobContext } from '../define-job.ts';
import { readForeignDefinition } from './read-foreign-definition.ts';

/** A link whose definition could not be read, with the reason. */
export type UnreadLink = DefinitionLink & { reason: string };

/** A contract with what its properties take from their definitions, and the links that could not be read. */
export type InlinedContract = {
  document: JsonObject;
  unread: UnreadLink[];
  /** The applied definitions that are stored here. */
  stored: LinkedDefinitions;
};

type Reading = Pick<JobContext, 'database' | 'settings' | 'signal'>;

/** Number of requests to other catalogs at once. */
const concurrency = 4;

/**
 * Applies the definitions that a contract links: those stored here as they were at an instant or are now, others over HTTP, for as
 * long as FOREIGN_DEFINITION_SECONDS allows. Rejects only with the reason of the signal.
 */
export async function inlineDefinitions(
  context: Reading,
  {
    organizationId,
    document,
    at,
  }: { organizationId: OrganizationId; document: JsonObject; at?: Date },
): Promise<InlinedContract> {
  const links = listDefinitionLinks(document);
  if (links.length === 0) return { document, unread: [], stored: {} };
  const urls = new Set([...new Set(links.map(({ url }) => url))].slice(0, maxLinks));
  const { knex } = context.database;
  const stored = await readStoredDefinitions(knex, organizationId, { urls, at });
  const missing = [...urls].filter((url) => !Object.hasOwn(stored, url));
  const { definitions, reasons } = await readForeign(context, missing);
  const unread = links.flatMap((link) => {
    const reason = urls.has(link.url) ? reasons.get(link.url) : tooMany;
    return reason === undefined ? [] : [{ ...link, reason }];
  });
  return { document: withDefinitions(document, { ...stored, ...definitions }), unread, stored };
}

const tooMany = `only the first ${maxLinks} addresses that a contract links are read`;

type Foreign = { definitions: LinkedDefinitions; reasons: ReadonlyMap<string, string> };

async function readForeign(context: Reading, urls: readonly string[]): Promise<Foreign> {
  const { signal, settings } = context;
  const { foreignDefinitionSeconds: seconds, sourceAccess } = settings;
  const definitions: Record<string, JsonObject> = {};
  const reasons = new Map<string, string>();
  const deadline = performance.now() + seconds * 1000;
  const read = async (url: string): Promise<void> => {
    const timeoutMs = Math.round(deadline - performance.now());
    const problem = problemOf(url, context, timeoutMs);
    if (problem !== undefined) {
      reasons.set(url, problem);
      return;
    }
    try {
      const reading = { allowedHosts: sourceAccess.allowedHosts, timeoutMs, signal };
      definitions[url] = await readForeignDefinition(url, reading);
    } catch (error) {
      signal.throwIfAborted();
      reasons.set(url, oneLine(messageOf(error), 300));
    }
  };
  await runConcurrently(
    urls.map((url) => () => read(url)),
    { concurrency, signal },
  );
  return { definitions, reasons };
}

/** The reason why an address is not asked. */
function problemOf(url: string, { settings }: Reading, leftMs: number): string | undefined {
  const { publicUrl, foreignDefinitionSeconds: seconds } = settings;
  const address = URL.canParse(url) ? new URL(url) : undefined;
  const isForeign =
    (address?.protocol === 'https:' || address?.protocol === 'http:') &&
    address.host !== new URL(publicUrl).host;
  if (!isForeign) return 'no definition and no concept is stored here under this address';
  if (seconds === 0) return 'FOREIGN_DEFINITION_SECONDS is 0, so other catalogs are not asked';
  if (leftMs <= 0) {
    return `the links of the contract were not read within FOREIGN_DEFINITION_SECONDS (${seconds})`;
  }
  return undefined;
}
