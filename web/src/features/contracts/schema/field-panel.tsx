import { IconChevronLeft, IconChevronRight, IconLock, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Markdown } from '../../../components/documents/markdown.tsx';
import { contractTexts, fieldTexts, schemaTexts } from '../../../texts/contracts/contract.ts';
import type { Model } from '../queries.ts';
import { AskTeam } from './ask-team.tsx';
import { BrokenCheck } from './broken-check.tsx';
import { useTagNames } from '../../tags/tag-names.ts';
import { isBroken, worstFirst } from '../checks/order.ts';
import type { FieldRow } from './rows.ts';

type FieldPanelProps = {
  model: Model;
  row: FieldRow;
  onStep: (step: 1 | -1) => void;
  onClose: () => void;
};

/** Everything about one field: what is broken first, then what it is. */
export function FieldPanel({ model, row, onStep, onClose }: FieldPanelProps) {
  const { table, field } = row;
  const broken = worstFirst(field.checks.filter(isBroken));
  const name = `${table.name}.${field.path}`;
  return (
    <aside className="panel" aria-label={name}>
      <header>
        <div className="row">
          <h2 className="mono medium">{name}</h2>
          <span className="row tight push">
            <PanelButton label={contractTexts.previousField} onClick={() => onStep(-1)}>
              <IconChevronLeft size={16} stroke={1.75} aria-hidden />
            </PanelButton>
            <PanelButton label={contractTexts.nextField} onClick={() => onStep(1)}>
              <IconChevronRight size={16} stroke={1.75} aria-hidden />
            </PanelButton>
            <PanelButton label={contractTexts.closeField} onClick={onClose}>
              <IconX size={16} stroke={1.75} aria-hidden />
            </PanelButton>
          </span>
        </div>
        {field.description !== null && (
          <div className="small soft">
            <Markdown text={field.description} />
          </div>
        )}
      </header>
      {broken.map((check, index) => (
        <BrokenCheck
          key={`${check.type} ${check.name}`}
          model={model}
          row={row}
          check={check}
          isOpen={index === 0}
        />
      ))}
      <div className="part">
        {broken.length === 0 && <Verdict count={field.checks.length} />}
        <Facts row={row} passed={broken.length === 0 ? 0 : field.checks.length - broken.length} />
        <AskTeam model={model} field={name} />
      </div>
    </aside>
  );
}

function PanelButton(props: { label: string; onClick: () => void; children: ReactNode }) {
  const { label, onClick, children } = props;
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

function Verdict({ count }: { count: number }) {
  return (
    <p className="small soft">{count === 0 ? fieldTexts.noChecks : fieldTexts.allPass(count)}</p>
  );
}

function Facts({ row: { field, promises }, passed }: { row: FieldRow; passed: number }) {
  const tagNames = useTagNames(field.tags);
  const types = [field.physicalType, field.logicalType].filter((type) => type !== null);
  const facts: [string, ReactNode][] = [
    [fieldTexts.type, [...new Set(types)].join(', ')],
    [fieldTexts.promises, promises.length > 0 && <Rules texts={promises} />],
    [
      fieldTexts.classification,
      field.classification !== null && <Class name={field.classification} />,
    ],
    [fieldTexts.tags, field.tags.map((tag) => tagNames.get(tag) ?? tag).join(', ')],
    [fieldTexts.examples, field.examples.map((example) => JSON.stringify(example)).join(', ')],
    [fieldTexts.expression, field.expression !== null && <code>{field.expression}</code>],
    [contractTexts.tests, passed > 0 && fieldTexts.passed(passed)],
    [schemaTexts.deprecated, field.deprecated && schemaTexts.deprecated],
  ];
  return (
    <dl className="details">
      {facts
        .filter(([, value]) => value !== false && value !== '')
        .map(([name, value]) => (
          <div key={name} className="fact">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

function Rules({ texts }: { texts: readonly string[] }) {
  return (
    <span className="rules wraps">
      {texts.map((text) => (
        <code key={text}>{text}</code>
      ))}
    </span>
  );
}

function Class({ name }: { name: string }) {
  return (
    <span className="row tight">
      <IconLock size={14} stroke={1.75} aria-hidden />
      {fieldTexts.masked(name)}
    </span>
  );
}
