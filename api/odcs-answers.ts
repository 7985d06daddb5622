import type { JsonObject } from '../lib/json.ts';
import type { Answer } from './route.ts';

/** How clients ask for a concept or a definition as a property of a data contract. */
export const odcsType = 'application/vnd.entropydata.odcs+json';

/** Whether `Accept` names it. */
export function acceptsOdcs(header: (name: string) => string | undefined): boolean {
  return (header('accept') ?? '').toLowerCase().includes(odcsType);
}

/** A property of a data contract, under the type that the client asked for. */
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
