import { useQuery } from '@tanstack/react-query';
import { Field } from '../../components/controls/field.tsx';
import { accessTexts, requestTexts } from '../../texts/access.ts';
import type { Me } from '../session/queries.ts';
import { teamsQuery } from '../teams/queries.ts';
import type { Access } from '../access/queries.ts';
import type { FieldsProps } from './fields.tsx';
import { problemOf } from './problem.ts';
import { productsOfQuery } from './queries.ts';

type ConsumerFieldsProps = FieldsProps & {
  me: Me;
  /** The request that is changed, or the access that is asked for again. */
  before: Access | undefined;
};

/** Who uses the data: a team, one of its data products, or the person. */
export function ConsumerFields({ form, onChange, error, me, before }: ConsumerFieldsProps) {
  const others = useOtherTeams(me, before);
  const hasBoth = me.teams.length > 0 && others.length > 0;
  const isTeam = form.consumer !== 'me' && form.consumer !== '';
  const choose = (consumer: string) =>
    onChange({
      ...form,
      consumer,
      product: '',
      isForProduct: form.isForProduct && consumer !== 'me',
    });
  return (
    <>
      <Field
        label={requestTexts.for}
        problem={problemOf(error, 'consumer') ?? problemOf(error, 'consumer.teamId')}
        {...hintOf(me)}
      >
        {(control) => (
          <select
            {...control}
            className="input"
            data-autofocus
            value={form.consumer}
            onChange={(event) => choose(event.target.value)}
          >
            {form.consumer === '' && <option value="">{requestTexts.teamFirst}</option>}
            <TeamOptions label={requestTexts.ownTeams} teams={me.teams} isGrouped={hasBoth} />
            <TeamOptions label={requestTexts.otherTeams} teams={others} isGrouped={hasBoth} />
            {me.email !== null && <option value="me">{accessTexts.person(me.name)}</option>}
          </select>
        )}
      </Field>
      {isTeam && (
        <label className="check">
          <input
            type="checkbox"
            checked={form.isForProduct}
            onChange={(event) =>
              onChange({ ...form, isForProduct: event.target.checked, product: '' })
            }
          />
          {requestTexts.ofProduct}
        </label>
      )}
      {isTeam && form.isForProduct && <ProductField {...{ form, onChange, error }} />}
    </>
  );
}

type Team = { id: string; name: string };

type TeamOptionsProps = { label: string; teams: readonly Team[]; isGrouped: boolean };

function TeamOptions({ label, teams, isGrouped }: TeamOptionsProps) {
  const options = teams.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
  return isGrouped ? <optgroup label={label}>{options}</optgroup> : options;
}

/** Teams of which the person is no member: all of them for who acts for the organization, else the one that has asked. */
function useOtherTeams({ teams, may }: Me, before: Access | undefined): readonly Team[] {
  const all = useQuery({ ...teamsQuery, enabled: may.organization }).data ?? [];
  const { teamId, teamName } = before?.consumer ?? {};
  const asking = teamId ? [{ id: teamId, name: teamName ?? teamId }] : [];
  const offered = all.some(({ id }) => id === teamId) ? all : [...asking, ...all];
  return offered.filter(({ id }) => !teams.some((own) => own.id === id));
}

function hintOf({ teams, may }: Me): { hint?: string } {
  if (may.organization) return { hint: requestTexts.onBehalf };
  return teams.length === 0 ? { hint: requestTexts.noTeam } : {};
}

function ProductField({ form, onChange, error }: FieldsProps) {
  const products = useQuery(productsOfQuery(form.consumer)).data;
  const isNone = products !== undefined && products.length === 0;
  return (
    <Field
      label={requestTexts.product}
      problem={problemOf(error, 'consumer.dataProductId')}
      {...(isNone && { hint: requestTexts.noProducts })}
    >
      {(control) => (
        <select
          {...control}
          className="input"
          value={form.product}
          onChange={(event) => onChange({ ...form, product: event.target.value })}
        >
          <option value="">{requestTexts.productFirst}</option>
          {products?.map((product) => (
            <option key={String(product['id'])} value={String(product['id'])}>
              {nameOf(product)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function nameOf({ name, info, id }: Record<string, unknown>): string {
  const title = (info as Record<string, unknown> | undefined)?.['title'];
  const found = [name, title, id].find((each) => typeof each === 'string');
  return typeof found === 'string' ? found : '';
}
