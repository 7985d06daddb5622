import type { JsonObject } from '../../../lib/json/json.ts';
import type { Api } from '../api-client.ts';
import { asJson } from './as-json.ts';

type Changes = { describe: Record<string, string>; add: JsonObject[] };
type Ontology = JsonObject & { ontology: JsonObject[] };

/** An ontology, and changes of its namespace and of a branch that conflict. */
export type DemoOntology = {
  namespace: string;
  metadata: JsonObject;
  branch: string;
  /** Title of the branch. */
  title: string;
  first: Ontology;
  inNamespace: Changes;
  inBranch: Changes;
};

const conflicted = 409;

/** Stores the ontology, cuts the branch, changes both and tries to merge; a branch that exists changes nothing. */
export async function storeOntology(api: Api, steward: Api, demo: DemoOntology): Promise<void> {
  const path = `/api/semantics/experimental/namespaces/${demo.namespace}`;
  const branch = `${path}/branches/${demo.branch}`;
  const merge = `${branch}/merge`;
  const { status } = await api('GET', branch, { accept: [404] });
  if (status === 404) {
    await api('PUT', path, asJson(demo.metadata));
    await api('PUT', `${path}/ontology.yaml`, asJson(demo.first));
    await steward('PUT', branch, asJson({ title: demo.title }));
  }
  await steward('PUT', `${branch}/ontology.yaml`, asJson(changed(demo.first, demo.inBranch)));
  await api('PUT', `${path}/ontology.yaml`, asJson(changed(demo.first, demo.inNamespace)));
  await steward('POST', merge, { accept: [conflicted] });
}

function changed(first: Ontology, { describe, add }: Changes): Ontology {
  const concepts = first.ontology.map((concept) => {
    const description = describe[concept['id'] as string];
    return description === undefined ? concept : { ...concept, description };
  });
  return { ...first, ontology: [...concepts, ...add] };
}
