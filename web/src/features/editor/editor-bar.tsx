import { Modal } from '@mantine/core';
import { useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { WhyNot } from '../../components/states/why-not.tsx';
import type { Refused } from '../../components/states/why-not.tsx';
import { ProposeButton } from '../release/propose-button.tsx';
import type { TextProblem } from '../../components/yaml/yaml-editor.tsx';
import type { ProposedText } from '../release/propose.ts';
import { editorTexts } from '../../texts/studio/editor.ts';

type EditorBarProps = {
  problems: readonly TextProblem[];
  isNew: boolean;
  isDirty: boolean;
  isSaving: boolean;
  refused: Refused | undefined;
  onDiscard: () => void;
  onSave: () => void;
  /** Set for a person who may not save: the text is proposed to those who may. */
  propose: ProposedText | undefined;
  onProposed: () => void;
};

export const saveKeys = /mac|iphone|ipad/iu.test(navigator.userAgent) ? '⌘S' : 'Ctrl S';

/** What is wrong with the text, and what can be done with the edit. */
export function EditorBar(props: EditorBarProps) {
  const { problems, isDirty, isNew, onDiscard } = props;
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="editor-bar">
      <span role="status" className={errors === 0 ? 'small faint' : 'small bad-text'}>
        {editorTexts.problems(errors, problems.length - errors)}
      </span>
      <div className="row wrap push">
        {isDirty && <Button onClick={() => setAsking(true)}>{editorTexts.discard}</Button>}
        <SaveOrPropose {...props} />
      </div>
      {isAsking && (
        <AskDiscard isNew={isNew} onClose={() => setAsking(false)} onDiscard={onDiscard} />
      )}
    </div>
  );
}

function SaveOrPropose(props: EditorBarProps) {
  const { isDirty, isSaving, refused, onSave, propose, onProposed } = props;
  if (propose !== undefined) {
    return <ProposeButton proposed={propose} isChanged={isDirty} onProposed={onProposed} />;
  }
  return (
    <WhyNot
      tone="primary"
      refused={refused}
      disabled={isSaving}
      aria-keyshortcuts="Control+S Meta+S"
      onClick={onSave}
    >
      {isSaving ? editorTexts.saving : editorTexts.save} <kbd className="wide-only">{saveKeys}</kbd>
    </WhyNot>
  );
}

type AskProps = { isNew: boolean; onClose: () => void; onDiscard: () => void };

function AskDiscard({ isNew, onClose, onDiscard }: AskProps) {
  return (
    <Modal opened onClose={onClose} title={editorTexts.discardTitle} withCloseButton={false}>
      <div className="stack">
        <p className="soft">{isNew ? editorTexts.discardNewDetail : editorTexts.discardDetail}</p>
        <div className="row">
          <Button onClick={onClose}>{editorTexts.keepEditing}</Button>
          <Button
            tone="danger"
            className="push"
            onClick={() => {
              onClose();
              onDiscard();
            }}
          >
            {editorTexts.discardEdit}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
