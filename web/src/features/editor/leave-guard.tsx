import { Modal } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { Button } from '../../components/controls/button.tsx';
import { editorTexts } from '../../texts/studio/editor.ts';

type LeaveGuardProps = {
  /** Asks at the time of leaving: a save leaves at once. */
  isUnsaved: () => boolean;
  onDiscard: () => void;
};

/** Asks before an edit is left that is not saved. */
export function LeaveGuard({ isUnsaved, onDiscard }: LeaveGuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isUnsaved(),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  const { proceed, reset } = blocker;
  return (
    <Modal opened onClose={reset} title={editorTexts.leaveTitle} withCloseButton={false}>
      <div className="stack">
        <p className="soft">{editorTexts.leaveDetail}</p>
        <div className="row wrap">
          <Button onClick={reset}>{editorTexts.keepEditing}</Button>
          <Button
            tone="danger"
            className="push"
            onClick={() => {
              onDiscard();
              proceed();
            }}
          >
            {editorTexts.discardEdit}
          </Button>
          <Button tone="primary" onClick={proceed}>
            {editorTexts.leave}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
