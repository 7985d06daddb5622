import { Button } from '../../components/controls/button.tsx';
import { SelectField } from '../../components/controls/text-field.tsx';
import { catalogSettingTexts as texts } from '../../texts/organization/catalog-settings.ts';
import { usePutTypes } from './changes.ts';
import type { PageSettings } from './queries.ts';
import { SettingCard } from './setting-card.tsx';
import { useForm } from './use-form.ts';

type Type = PageSettings['productTypes']['dataProductTypes'][number];

const newType: Type = {
  id: '',
  labels: {},
  outputPorts: true,
  behavior: 'data-product',
  enabled: true,
  default: false,
  builtIn: false,
};

/** The types that data products of the organization can have. */
export function TypeSettings({ settings: { productTypes, may } }: { settings: PageSettings }) {
  const put = usePutTypes();
  const { form, isChanged, change, forget } = useForm({ types: productTypes.dataProductTypes });
  const { types } = form;
  const save = (dataProductTypes: readonly Type[]) => {
    // Built-in types that were changed are types of the organization.
    const own = dataProductTypes.map((type) => ({ ...type, builtIn: false }));
    put.mutate({ dataProductTypes: own }, { onSuccess: forget });
  };
  const isBuiltIn = productTypes.dataProductTypes.every(({ builtIn }) => builtIn);
  return (
    <SettingCard
      title={texts.types}
      lead={texts.typesLead}
      isChanged={isChanged}
      mayChange={may.change}
      isPending={put.isPending}
      error={put.error}
      onSave={() => save(types)}
      onDiscard={forget}
      beside={
        !isBuiltIn && may.change && <Button onClick={() => save([])}>{texts.typesReset}</Button>
      }
    >
      {isBuiltIn && <p className="small faint">{texts.typesBuiltIn}</p>}
      <TypeTable types={types} onChange={(next) => change({ types: next })} />
      <div className="row">
        <Button onClick={() => change({ types: [...types, newType] })}>{texts.typeAdd}</Button>
      </div>
      <SelectField
        label={texts.typeDefault}
        options={types.map(({ id }) => ({ value: id, name: id }))}
        value={types.find((type) => type.default)?.id ?? ''}
        onChange={(id) =>
          change({ types: types.map((type) => ({ ...type, default: type.id === id })) })
        }
      />
    </SettingCard>
  );
}

type TypeTableProps = { types: readonly Type[]; onChange: (types: Type[]) => void };

function TypeTable({ types, onChange }: TypeTableProps) {
  const set = (index: number, more: Partial<Type>) =>
    onChange(types.with(index, { ...(types[index] ?? newType), ...more }));
  return (
    <div className="sideways">
      <table>
        <thead>
          <tr>
            {texts.columns.map((column) => (
              <th key={column}>{column}</th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {types.map((type, index) => (
            <TypeRow
              // Types have no identity but their place until they are saved.
              key={index}
              type={type}
              onChange={(more) => set(index, more)}
              onRemove={() => onChange(types.toSpliced(index, 1))}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type TypeRowProps = { type: Type; onChange: (more: Partial<Type>) => void; onRemove: () => void };

function TypeRow({ type, onChange, onRemove }: TypeRowProps) {
  const { id, labels, outputPorts, enabled } = type;
  return (
    <tr>
      <td>
        <input
          className="input mono"
          aria-label={texts.typeId}
          value={id}
          onChange={({ target }) => onChange({ id: target.value })}
        />
      </td>
      <td>
        <input
          className="input"
          aria-label={texts.typeLabel}
          value={labels.en ?? ''}
          onChange={({ target }) => onChange({ labels: { ...labels, en: target.value } })}
        />
      </td>
      <td>
        <input
          type="checkbox"
          aria-label={texts.typePorts}
          checked={outputPorts}
          onChange={({ target }) => onChange({ outputPorts: target.checked })}
        />
      </td>
      <td>
        <input
          type="checkbox"
          aria-label={texts.typeEnabled}
          checked={enabled}
          onChange={({ target }) => onChange({ enabled: target.checked })}
        />
      </td>
      <td>
        <Button onClick={onRemove}>{texts.typeRemove(id)}</Button>
      </td>
    </tr>
  );
}
