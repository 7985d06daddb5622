import type { DocumentKind, Extract } from '../../domain/kinds/kind.ts';
import type { Principal } from '../../domain/principal.ts';
import type { JsonObject } from '../../lib/json.ts';
import { assertFormatAccepted } from './assert-format-accepted.ts';
import { assertValid } from './assert-valid.ts';
import { hashDocument } from './document-hash.ts';
import type { Preconditions } from './preconditions.ts';

export type PutDocument = {
  kind: DocumentKind;
  id: string;
  document: JsonObject;
  /** The document as JSON text, which GET gives back. */
  body: string;
  /** The YAML text when it came as YAML. */
  source: string | undefined;
  principal: Principal;
  requestId: string | undefined;
  preconditions: Preconditions;
  now: Date;
  /** Last day on which deprecated formats are accepted, e.g. `2026-12-31`; undefined sets no end. */
  deprecatedFormatsUntil?: string | undefined;
};

/** A PUT whose document is valid, with what is taken out of it. */
export type PreparedPut = { put: PutDocument; extract: Extract; contentHash: Buffer };

/** What of a PUT needs no database; refuses invalid documents. */
export function preparePut(put: PutDocument): PreparedPut {
  const { kind, document, deprecatedFormatsUntil: until, now } = put;
  assertFormatAccepted(kind, document, { until, now });
  assertValid(kind, document);
  const contentHash = hashDocument(document, kind.unversioned);
  return { put, extract: kind.extract(document), contentHash };
}
