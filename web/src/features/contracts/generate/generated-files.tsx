import { useQuery } from '@tanstack/react-query';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { copyText } from '../../../components/documents/copy-text.ts';
import { ProblemNote } from '../../../components/states/problem-note.tsx';
import { SkeletonLines } from '../../../components/states/skeleton.tsx';
import { generateTexts } from '../../../texts/contracts/contract-parts.ts';
import { downloadText } from '../download.ts';
import { generatedQuery } from './queries.ts';
import type { Choice, Generated } from './queries.ts';

/** The preview of what is generated. */
export function GeneratedFiles({ id, choice }: { id: string; choice: Choice | undefined }) {
  const query = useQuery(generatedQuery(id, choice));
  if (query.error !== null) return <ProblemNote error={query.error} />;
  if (choice === undefined) return null;
  if (query.data === undefined) return <SkeletonLines lines={12} />;
  if (query.data.files.length === 0) return <p className="small soft">{generateTexts.noFiles}</p>;
  return (
    <Files
      key={query.data.generationType}
      files={query.data.files}
      isOld={query.isPlaceholderData}
    />
  );
}

function Files({ files, isOld }: { files: Generated['files']; isOld: boolean }) {
  const [name, setName] = useState<string>();
  const shown = files.find(({ filename }) => filename === name) ?? files[0];
  if (shown === undefined) return null;
  const { warnings, notes } = shown.metadata;
  const downloadAll = () =>
    files.forEach(({ filename, content }) => downloadText(filename, content));
  return (
    <div className="stack" aria-busy={isOld}>
      <div className="row wrap">
        {files.length > 1 ? (
          <select
            className="input file-select"
            aria-label={generateTexts.files}
            value={shown.filename}
            onChange={({ target }) => setName(target.value)}
          >
            {files.map(({ filename }) => (
              <option key={filename}>{filename}</option>
            ))}
          </select>
        ) : (
          <span className="mono soft">{shown.filename}</span>
        )}
        <span className="row push">
          <Button compact onClick={() => void copyText(shown.content, shown.filename)}>
            <IconCopy size={14} stroke={1.75} aria-hidden />
            {generateTexts.copy}
          </Button>
          <Button compact onClick={downloadAll}>
            <IconDownload size={14} stroke={1.75} aria-hidden />
            {generateTexts.download(files.length)}
          </Button>
        </span>
      </div>
      <Remarks title={generateTexts.warnings} lines={warnings} tone="warn" />
      <pre className="code-block preview" tabIndex={0} role="region" aria-label={shown.filename}>
        {shown.content}
      </pre>
      <Remarks title={generateTexts.notes} lines={notes} tone="" />
    </div>
  );
}

type RemarksProps = { title: string; lines: readonly string[]; tone: string };

function Remarks({ title, lines, tone }: RemarksProps) {
  if (lines.length === 0) return null;
  return (
    <div className={`note ${tone}`}>
      <div>
        <div className="medium">{title}</div>
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}
