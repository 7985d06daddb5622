import { ontologyText } from './ontology-text.ts';
import type { Place } from '../web/window.ts';

export const conflicts = 500;
export const mergePage = '/semantics/bench/branches/change/merge';

/** A namespace and its branch, which disagree about every concept. */
export async function fillConflicts({ baseURL, key }: Place): Promise<void> {
  const namespace = '/api/semantics/experimental/namespaces/bench';
  const put = async (path: string, body: string, type = 'yaml'): Promise<void> => {
    const headers = { 'x-api-key': key, 'content-type': `application/${type}` };
    const answer = await fetch(baseURL + path, { method: 'PUT', headers, body });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  };
  const say = (word: string) => ontologyText('bench', conflicts, () => word);
  const about = { namespace: 'bench', name: 'Bench', team: 'team-100' };
  await put(namespace, JSON.stringify(about), 'json');
  await put(`${namespace}/ontology.yaml`, say('Meaning'));
  await put(`${namespace}/branches/change`, JSON.stringify({ title: 'Change' }), 'json');
  await put(`${namespace}/branches/change/ontology.yaml`, say('Ours'));
  await put(`${namespace}/ontology.yaml`, say('Theirs'));
}
