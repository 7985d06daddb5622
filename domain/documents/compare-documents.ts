import { compareContracts } from '../contract-changes/compare-contracts.ts';
import type { ContractVerdict } from '../contract-changes/contract-change.ts';
import { kindNamed } from '../kinds/index.ts';
import type { Permission } from '../organizations/permissions.ts';
import type { TestSchedule } from '../contract-tests/schedule.ts';
import { withDefinitions } from '../standards/odcs/linked-definitions.ts';
import type { LinkedDefinitions } from '../standards/odcs/linked-definitions.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { hashDocument } from './parse-document.ts';
import { portEvents } from './port-events.ts';
import type { PortEvent } from './port-events.ts';

/** Differences between a document and the text that it replaces. */
export type DocumentDifference = {
  /** Set for kinds whose changes are judged. */
  verdict?: ContractVerdict | undefined;
  portEvents: PortEvent[];
  /** The test schedule of the replaced document, if it had one. */
  formerTiming?: TestSchedule | undefined;
};

/**
 * The difference between a stored text, if there is one, and the document that replaces it; of contracts with the definitions that
 * their properties link.
 */
export function compareDocuments(
  kindName: string,
  before: string | undefined,
  after: JsonObject | string,
  definitions: LinkedDefinitions = {},
): DocumentDifference {
  const kind = kindNamed(kindName);
  const document = objectOf(after);
  if (before === undefined || !(kind.compare || kind.ports)) {
    return { portEvents: portEvents(kind, undefined, document) };
  }
  const replaced = objectOf(before);
  return {
    verdict: kind.compare?.(
      withDefinitions(replaced, definitions),
      withDefinitions(document, definitions),
    ),
    portEvents: portEvents(kind, replaced, document),
    formerTiming: kind.timing?.(replaced),
  };
}

/** The verdict on a candidate for a contract, and whether its content equals the stored one. */
export function judgeCandidate(
  before: string,
  after: JsonObject | string,
  definitions: LinkedDefinitions = {},
): { verdict: ContractVerdict; isEqual: boolean } {
  const [replaced, document] = [objectOf(before), objectOf(after)];
  return {
    verdict: compareContracts(
      withDefinitions(replaced, definitions),
      withDefinitions(document, definitions),
    ),
    isEqual: hashDocument(replaced).equals(hashDocument(document)),
  };
}

/** The verdict on a contract whose linked definitions change; undefined if the change does not reach its properties. */
export function judgeDefinitions(
  contract: string,
  before: LinkedDefinitions,
  after: LinkedDefinitions,
): ContractVerdict | undefined {
  const document = objectOf(contract);
  const verdict = compareContracts(
    withDefinitions(document, before),
    withDefinitions(document, after),
  );
  return verdict.changes.length === 0 ? undefined : verdict;
}

/** Permissions required for the change, for kinds where they depend on what changes. */
export function permissionsToEdit(
  kindName: string,
  before: string,
  after: JsonObject | string,
): Permission[] {
  return kindNamed(kindName).editPermissions?.(objectOf(before), objectOf(after)) ?? [];
}

/** Events of the ports of a deleted document. */
export function endsOfPorts(kindName: string, before: string | undefined): PortEvent[] {
  const replaced = before === undefined ? undefined : objectOf(before);
  return portEvents(kindNamed(kindName), replaced, undefined);
}

const objectOf = (value: JsonObject | string): JsonObject =>
  typeof value === 'string' ? (JSON.parse(value) as JsonObject) : value;
