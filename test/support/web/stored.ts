import { namespacesPath, order, orderId, ontology, semantics } from '../builders/ontologies.ts';
import type { WebStack } from './stack.ts';

type Send = Pick<WebStack['api'], 'send'>;

/** IRI of the concept Order of `putOntology`. */
export const orderIri = 'https://terms.example.com/Order';

/** Stores documents by their paths below `/api`, in this order. */
export async function putAll(
  { send }: Send,
  documents: Readonly<Record<string, object>>,
): Promise<void> {
  for (const [path, body] of Object.entries(documents)) {
    const answer = await send('PUT', `/api/${path}`, { body });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  }
}

/** The namespace `sales` of the team `checkout` with the concepts Order and Order ID. */
export async function putOntology(api: Send): Promise<void> {
  const metadata = { namespace: 'sales', name: 'Sales', team: 'checkout' };
  await api.send('PUT', `${namespacesPath}/sales`, { body: metadata });
  const named = order.replace('id: order\n', `id: order\n    iri: ${orderIri}\n`);
  const stored = await semantics(api).put('sales', ontology('sales', [named, orderId]));
  if (stored.status !== 200) throw new Error(`sales: ${stored.status} ${stored.text}`);
}
