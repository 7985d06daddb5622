import { problem } from '../../problem.ts';
import { asJson } from './as-json.ts';
import type { People } from './people.ts';

/** A change that one person proposes, with what others say about it. */
export type DemoChange = {
  by: string;
  kind: 'datacontracts' | 'dataproducts';
  documentId: string;
  title: string;
  note: string;
  /** Differences from the stored YAML as pairs of texts. */
  replace: [now: string, then: string][];
  comments?: { by: string; text: string }[];
  declined?: { by: string; note: string };
};

const yamlNames = { datacontracts: 'datacontract.yaml', dataproducts: 'dataproduct.yaml' };

/** Proposes the changes, comments on them and declines some. */
export async function proposeChanges(
  people: People,
  changes: readonly DemoChange[],
): Promise<void> {
  for (const change of changes) {
    const { by, kind, documentId, title, note, comments = [], declined } = change;
    const stored = await people.as(by)('GET', `/api/${kind}/${documentId}/${yamlNames[kind]}`);
    const source = edit(stored.text, change);
    const proposal = { kind, documentId, title, note, source };
    const answer = await people.as(by)('POST', '/api/change-requests', asJson(proposal));
    const { id } = JSON.parse(answer.text) as { id: string };
    const path = `/api/change-requests/${id}`;
    for (const comment of comments) {
      const said = asJson({ text: comment.text });
      await people.as(comment.by)('POST', `${path}/comments`, said);
    }
    if (declined) {
      const decision = asJson({ note: declined.note });
      await people.as(declined.by)('POST', `${path}/decline`, decision);
    }
  }
}

function edit(text: string, { documentId, replace }: DemoChange): string {
  return replace.reduce((edited, [now, then]) => {
    if (edited.includes(now)) return edited.replace(now, () => then);
    throw problem(`${documentId} lacks the text of a proposed change: ${now}`);
  }, text);
}
