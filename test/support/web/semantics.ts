import { contract, team } from '../builders/contracts.ts';
import { entity, namespacesPath, ontology, semantics } from '../builders/ontologies.ts';
import type { WebStack } from './stack.ts';
import { putAll } from './stored.ts';

type Api = WebStack['api'];

const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

/** Concepts `Term 0`, `Term 1`, …, of which each says what its place in the list says. */
export function terms(
  namespace: string,
  sayings: readonly string[],
  others: string[] = [],
): string {
  const entries = sayings.map((saying, at) => entity(`Term ${at}`, saying));
  return ontology(namespace, [...entries, ...others]);
}

/**
 * A namespace of the team `checkout` with the branch `credit`, which disagree about as many concepts. The branch also changes
 * others, which merge by themselves.
 */
export async function putConflicts(
  api: Api,
  namespace: string,
  { conflicts, others = 0 }: { conflicts: number; others?: number },
): Promise<void> {
  const call = semantics(api);
  const all = numbers(conflicts + others);
  const say = (saying: string, isOthers: boolean): string =>
    terms(
      namespace,
      all.map((at) => (at < conflicts || isOthers ? `${saying} ${at}` : `Said first ${at}`)),
    );
  await putAll(api, { 'teams/checkout': team('checkout', { name: 'Checkout' }) });
  const metadata = { namespace, name: `Words of ${namespace}`, team: 'checkout' };
  await sent(api.send('PUT', `${namespacesPath}/${namespace}`, { body: metadata }));
  await sent(call.put(namespace, say('Said first', false)));
  const body = { title: 'Sales on credit' };
  await sent(api.send('PUT', call.branchAt(namespace, 'credit'), { body }));
  await sent(call.putBranch(namespace, 'credit', say('Said on credit', true)));
  await sent(call.put(namespace, say('Said by sales', false)));
}

async function sent(answer: Promise<{ status: number; text: string }>): Promise<void> {
  const { status, text } = await answer;
  if (status !== 200) throw new Error(`${status} ${text}`);
}

/** A contract that links to `Term 0` of a namespace. */
export async function putUser(api: Api, namespace: string): Promise<void> {
  const url = `https://terms.example.com/semantics/${namespace}/Term%200`;
  const links = [{ type: 'semantics', url }];
  const user = contract('orders', { name: 'Web orders', authoritativeDefinitions: links });
  await putAll(api, { 'datacontracts/orders': user });
}
