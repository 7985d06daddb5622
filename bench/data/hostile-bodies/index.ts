import { jsonDocuments, standardDocuments, yamlDocuments } from './documents.ts';
import { imports } from './imports.ts';
import { ontologies, reads } from './ontologies.ts';
import { messagingBodies, otherBodies } from './other-bodies.ts';
import type { HostileRequest } from './request.ts';

export type { HostileRequest } from './request.ts';

/** The requests of all suites in order; later ones depend on data stored by earlier ones. */
export function* hostileRequests(): Generator<HostileRequest> {
  yield* jsonDocuments();
  yield* standardDocuments();
  yield* yamlDocuments();
  yield* otherBodies();
  yield* messagingBodies();
  yield* imports();
  yield* ontologies();
  yield* reads();
}
