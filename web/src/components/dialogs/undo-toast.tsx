import { notifications } from '@mantine/notifications';
import { dialogTexts } from '../../texts/dialogs.ts';
import { Button } from '../controls/button.tsx';

/** Says what was done, with a way back. Only for what has a true inverse: star, follow, assign a tag. */
export function showUndo(message: string, undo: () => void): void {
  const id = notifications.show({
    autoClose: 8_000,
    message: (
      <span className="row">
        {message}
        <Button
          compact
          className="push"
          onClick={() => {
            undo();
            notifications.hide(id);
          }}
        >
          {dialogTexts.undo}
        </Button>
      </span>
    ),
  });
}
