import { isWebAddress } from '../notice.ts';
import type { Template } from '../notice.ts';
import { oneLine } from '../plain-text.ts';
import { knownFacts } from './access-data.ts';

/** The data of a notice about a proposed change. */
export type ChangeRequestedData = {
  /** E.g. `data contract`. */
  documentKind: string;
  documentId: string;
  title: string;
  proposer: string;
  /** Web page of the change request. */
  page: string;
};

/** The data stored for each recipient, limited to what fits into a mail. */
export function storedChangeRequest(data: ChangeRequestedData): ChangeRequestedData {
  return { ...data, title: oneLine(data.title, 200), proposer: oneLine(data.proposer, 200) };
}

/** Somebody who may not save a document proposes a change of it. */
export const changeRequested: Template<ChangeRequestedData> = {
  name: 'change-requested',
  compose: ({ documentKind, documentId, title, proposer, page }) => {
    const url = oneLine(page, Infinity);
    const of = `the ${oneLine(documentKind, 40)} ${oneLine(documentId, 80)}`;
    return {
      subject: `Proposed change of ${of}: ${oneLine(title, 120)}`,
      paragraphs: [
        `${oneLine(proposer, 200)} proposes a change of ${of}.`,
        'Look at the difference and at the consumers that it affects, then accept it or decline it with a note.',
      ],
      facts: knownFacts([
        ['Change', title],
        ['Document', documentId],
        ['Proposed by', proposer],
      ]),
      diagnostics: undefined,
      links: isWebAddress(url) ? [{ label: 'Change request', url }] : [],
    };
  },
};
