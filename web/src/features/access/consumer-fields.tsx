import { useQuery } from '@tanstack/react-query';
import { Field } from '../../components/field.tsx';
import { accessTexts, requestTexts } from '../../texts/access.ts';
import type { Me } from '../session/queries.ts';
import type { FieldsProps } from './request-fields.tsx';
import { problemOf } from './request-problem.ts';
import { productsOfQuery } from './request-queries.ts';

/** Who uses the data: a team, one of its data products, or the person. */
export function ConsumerFields({ form, onChange, error, me }: FieldsProps & { me: Me }) {
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
        {...(me.teams.length === 0 && { hint: requestTexts.noTeam })}
      >
        {(control) => (
          <select
            {...control}
            className="input"
            data-autofocus
            value={form.consumer}
            onChange={(event) => choose(event.target.value)}
          >
            {me.teams.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
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
