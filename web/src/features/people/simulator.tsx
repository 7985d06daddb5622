import { useQuery } from '@tanstack/react-query';
import { namesQuery } from '../../api/names.ts';
import { SelectField } from '../../components/controls/text-field.tsx';
import { Badge } from '../../components/data/status-badge.tsx';
import { TableCard } from '../../components/data/table-card.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { Skeleton } from '../../components/states/skeleton.tsx';
import { permissionWords, simulatorTexts } from '../../texts/organization/people.ts';
import { simulationQuery } from './queries.ts';
import type { Explanation } from './queries.ts';
import { ResourcePicker } from './resource-picker.tsx';
import { usePeople } from './use-people.ts';
import type { NamedPerson } from './use-people.ts';

/** A person and a resource, as the address has them. */
export type SimulatorSearch = { person?: string; resource?: string };

type SimulatorProps = { search: SimulatorSearch; onChange: (search: SimulatorSearch) => void };

/** Names of kinds that are not those of their collections without the plural. */
const kinds: Readonly<Record<string, string>> = {
  dataproducts: 'data-product',
  datacontracts: 'data-contract',
  policies: 'policy',
  sourcesystems: 'source-system',
  dataproductbuilders: 'data-product-builder',
};

/** `dataproducts/orders` as a reference whose name can be asked for. */
function referenceOf(resource: string): string {
  const slash = resource.indexOf('/');
  const collection = resource.slice(0, slash);
  const known = kinds[collection] ?? collection.replace(/s$/u, '');
  return `${known}:${resource.slice(slash + 1)}`;
}

/** All that a person may do with a resource, with the rules that say so. */
export function Simulator({ search, onChange }: SimulatorProps) {
  const { person = '', resource = '' } = search;
  const { people = [] } = usePeople();
  const resourceName = useResourceName(resource);
  const known = people.find(({ email }) => email === person)?.shownName ?? person;
  return (
    <div className="stack loose">
      <div className="card simulator">
        <SelectField
          label={simulatorTexts.person}
          options={optionsOf(people, person)}
          value={person}
          onChange={(email) => onChange(searchOf(email, resource))}
        />
        <ResourcePicker
          chosen={resource === '' ? undefined : resourceName}
          onChoose={(next = '') => onChange(searchOf(person, next))}
        />
      </div>
      {person === '' || resource === '' ? (
        <div className="card">
          <EmptyState sort="nothing-yet" title={simulatorTexts.emptyTitle}>
            {simulatorTexts.empty}
          </EmptyState>
        </div>
      ) : (
        <Result
          email={person}
          resource={resource}
          title={simulatorTexts.resultTitle(known, resourceName)}
        />
      )}
    </div>
  );
}

/** The name of a resource; without one the id has to do. */
function useResourceName(resource: string): string {
  const ref = referenceOf(resource);
  const names = useQuery(namesQuery(resource === '' ? [] : [ref])).data;
  return names?.get(ref) ?? resource.slice(resource.indexOf('/') + 1);
}

/** All people, and somebody of the address who is not among them. */
function optionsOf(people: readonly NamedPerson[], person: string) {
  const isKnown = person === '' || people.some(({ email }) => email === person);
  return [
    { value: '', name: simulatorTexts.choosePerson },
    ...(isKnown ? [] : [{ value: person, name: person }]),
    ...people.map(({ email, shownName }) => ({
      value: email,
      name: shownName === email ? email : `${shownName} (${email})`,
    })),
  ];
}

const searchOf = (person: string, resource: string): SimulatorSearch => ({
  ...(person !== '' && { person }),
  ...(resource !== '' && { resource }),
});

type ResultProps = { email: string; resource: string; title: string };

function Result({ email, resource, title }: ResultProps) {
  const simulation = useQuery({ ...simulationQuery(email, resource), retry: false });
  return (
    <Loaded query={simulation} skeleton={<Skeleton height={320} />}>
      {(explanations) => <Explanations title={title} explanations={explanations} />}
    </Loaded>
  );
}

type ExplanationsProps = { title: string; explanations: readonly Explanation[] };

function Explanations({ title, explanations }: ExplanationsProps) {
  const teams = new Set(explanations.flatMap(({ team }) => team ?? []));
  const names = useQuery(namesQuery([...teams].map((id) => `team:${id}`))).data;
  return (
    <TableCard
      title={title}
      beside={
        <span className="small faint push">
          {simulatorTexts.allowed(
            explanations.filter(({ allowed }) => allowed).length,
            explanations.length,
          )}
        </span>
      }
    >
      <thead>
        <tr>
          <th>{simulatorTexts.action}</th>
          <th>{simulatorTexts.result}</th>
          <th className="wide-only">{simulatorTexts.rule}</th>
        </tr>
      </thead>
      <tbody>
        {explanations
          .toSorted((left, right) => Number(right.allowed) - Number(left.allowed))
          .map((each) => (
            <Line key={each.action} explanation={each} rule={ruleOf(each, names)} />
          ))}
      </tbody>
    </TableCard>
  );
}

/** The rule with the names of actions and of the team instead of their ids. */
function ruleOf({ because, team }: Explanation, names?: ReadonlyMap<string, string>): string {
  const words = because.replaceAll(/[A-Z]+(?:_[A-Z]+)+/gu, (code) => {
    const named = permissionWords[code];
    return named === undefined ? code : `“${named}”`;
  });
  const name = names?.get(`team:${team}`);
  return name === undefined ? words : words.replaceAll(`team '${team}'`, `the team ${name}`);
}

type LineProps = { explanation: Explanation; rule: string };

function Line({ explanation: { action, allowed }, rule }: LineProps) {
  return (
    <tr>
      <td>
        {permissionWords[action] ?? action}
        <span className="narrow-only tiny faint">{rule}</span>
      </td>
      <td>
        <Badge
          status={
            allowed
              ? { tone: 'ok', word: simulatorTexts.may, icon: 'check' }
              : { tone: 'idle', word: simulatorTexts.mayNot, icon: 'x' }
          }
        />
      </td>
      <td className="wide-only soft">{rule}</td>
    </tr>
  );
}
