import type { DocumentContent } from '../../domain/documents/read-document.ts';
import type { DocumentKind } from '../../domain/kinds/kind.ts';
import type { Principal } from '../../domain/principal.ts';
import type { Reading } from '../reading.ts';
import type { Preconditions } from '../preconditions.ts';

/** A PUT request: the parsed document, the caller, and the preconditions. */
export type PutDocument = Partial<Reading> & {
  kind: DocumentKind;
  id: string;
  content: DocumentContent;
  principal: Principal;
  requestId: string | undefined;
  preconditions: Preconditions;
  /** Consuming teams that the caller has told about the change; the audit trail keeps them. */
  informed?: readonly string[] | undefined;
  now: Date;
};
