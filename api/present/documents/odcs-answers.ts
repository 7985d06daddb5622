import type { JsonObject } from '../../../lib/json/json.ts';
import type { Answer } from '../../exchange.ts';

/** Media type of a concept or a definition as a property of a data contract. */
export const odcsType = 'application/vnd.entropydata.odcs+json';

/** True if `Accept` names this media type. */
export function acceptsOdcs(header: (name: string) => string | undefined): boolean {
  return (header('accept') ?? '').toLowerCase().includes(odcsType);
}

/** A property of a data contract, under the requested media type. */
export function answerProperty(
  header: (name: string) => string | undefined,
  property: JsonObject,
): Answer {
  return {
    status: 200,
    json: property,
    contentType: acceptsOdcs(header) ? odcsType : 'application/json',
  };
}
