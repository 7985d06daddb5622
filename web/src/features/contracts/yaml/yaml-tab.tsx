import { useQuery } from '@tanstack/react-query';
import { IconChevronDown, IconChevronRight, IconCopy, IconDownload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { copyText } from '../../../components/documents/copy-text.ts';
import { Loaded } from '../../../components/states/loaded.tsx';
import { SkeletonLines } from '../../../components/states/skeleton.tsx';
import { yamlTexts } from '../../../texts/contracts/contract-parts.ts';
import { downloadText } from '../download.ts';
import { yamlQuery } from '../queries.ts';
import type { Model } from '../queries.ts';
import { useWindowRows } from '../schema/use-window-rows.ts';
import { tokensOf, visibleLines, yamlLines } from './yaml-lines.ts';
import type { YamlLine } from './yaml-lines.ts';

/** The document as it was written. */
export function YamlTab({ model: { id } }: { model: Model }) {
  const query = useQuery(yamlQuery(id));
  return (
    <Loaded query={query} skeleton={<SkeletonLines lines={20} />}>
      {(text) => <Yaml id={id} text={text} />}
    </Loaded>
  );
}

function Yaml({ id, text }: { id: string; text: string }) {
  const lines = useMemo(() => yamlLines(text), [text]);
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set());
  const visible = useMemo(() => visibleLines(lines, folded), [lines, folded]);
  const foldable = lines.filter(({ number, end, indent }) => end > number && indent > 0);
  const toggle = (number: number) => {
    const next = new Set(folded);
    if (!next.delete(number)) next.add(number);
    setFolded(next);
  };
  const foldAll = () =>
    setFolded(folded.size > 0 ? new Set() : new Set(foldable.map(({ number }) => number)));
  return (
    <section className="card yaml" aria-label={yamlTexts.label}>
      <header>
        <span className="small faint">{yamlTexts.lines(lines.length)}</span>
        <span className="row push">
          <Button compact tone="quiet" onClick={foldAll}>
            {folded.size > 0 ? yamlTexts.unfoldAll : yamlTexts.foldAll}
          </Button>
          <Button
            compact
            aria-label={yamlTexts.download}
            onClick={() => downloadText(`${id}.odcs.yaml`, text)}
          >
            <IconDownload size={14} stroke={1.75} aria-hidden />
            <span className="wide-only">{yamlTexts.download}</span>
          </Button>
          <Button compact onClick={() => void copyText(text, yamlTexts.name)}>
            <IconCopy size={14} stroke={1.75} aria-hidden />
            {yamlTexts.copy}
          </Button>
        </span>
      </header>
      <Lines visible={visible} folded={folded} onToggle={toggle} />
    </section>
  );
}

type LinesProps = {
  visible: readonly YamlLine[];
  folded: ReadonlySet<number>;
  onToggle: (number: number) => void;
};

function Lines({ visible, folded, onToggle }: LinesProps) {
  const { body, shown, before, after } = useWindowRows(visible, 24);
  return (
    <div className="yaml-scroll" tabIndex={0} role="region" aria-label={yamlTexts.name}>
      <table className="yaml-lines" role="presentation">
        <tbody ref={body}>
          {before > 0 && <tr style={{ height: before }} />}
          {shown.map(({ row }) => (
            <tr key={row.number}>
              <td className="yaml-line">{row.number}</td>
              <td className="yaml-fold">
                {row.end > row.number && (
                  <FoldButton line={row} isFolded={folded.has(row.number)} onToggle={onToggle} />
                )}
              </td>
              <td className="yaml-text">
                {tokensOf(row.text).map(({ text, kind }, index) => (
                  <span key={index} className={`yaml-${kind}`}>
                    {text}
                  </span>
                ))}
                {folded.has(row.number) && (
                  <span className="faint"> {yamlTexts.folded(row.end - row.number)}</span>
                )}
              </td>
            </tr>
          ))}
          {after > 0 && <tr style={{ height: after }} />}
        </tbody>
      </table>
    </div>
  );
}

type FoldButtonProps = { line: YamlLine; isFolded: boolean; onToggle: (number: number) => void };

function FoldButton({ line: { number }, isFolded, onToggle }: FoldButtonProps) {
  const Icon = isFolded ? IconChevronRight : IconChevronDown;
  return (
    <button
      type="button"
      aria-expanded={!isFolded}
      aria-label={isFolded ? yamlTexts.unfold(number) : yamlTexts.fold(number)}
      onClick={() => onToggle(number)}
    >
      <Icon size={14} stroke={1.75} aria-hidden />
    </button>
  );
}
