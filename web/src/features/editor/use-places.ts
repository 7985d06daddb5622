import { useState } from 'react';
import type { YamlPath } from '../../lib/yaml/edits.ts';
import type { EditorSearch } from './editor-search.ts';
import { forms } from './form/kinds.ts';
import { keyOfPath, partOfField } from './form/outline.ts';
import type { EditableKind } from './kinds.ts';
import type { Jump } from './problem-list.tsx';
import type { ShownView } from './use-editor-view.ts';
import type { TextModel } from './text/use-yaml.ts';

export type Places = {
  /** Where the cursor of the text goes. */
  jump: Jump | undefined;
  /** Shows a line of the text, and its member in the form beside it. */
  jumpTo: (place: Jump, field?: string) => void;
  /** Shows a part in the text beside the form. */
  locate: (path: YamlPath) => void;
  /** Opens a part in the form, or at its line if the form does not know the document. */
  open: (path: YamlPath) => void;
  /** True if the part in the form was chosen in the diagram. */
  isChosen: boolean;
};

type PlacesOf = {
  kind: EditableKind;
  yaml: TextModel;
  shown: ShownView;
  search: EditorSearch;
  onSearch: (search: EditorSearch) => void;
};

/** Ways from one view to a place in another. */
export function usePlaces({ kind, yaml, shown, search, onSearch }: PlacesOf): Places {
  const [jump, setJump] = useState<Jump>();
  const [isChosen, setChosen] = useState(false);
  const goTo = async (path: YamlPath, quiet: Pick<Jump, 'isQuiet'>) => {
    const place = await yaml.locate(path);
    if (place !== undefined) setJump({ ...place, ...quiet });
  };
  const locate = (path: YamlPath) => void goTo(path, { isQuiet: true });
  return {
    jump,
    isChosen,
    locate,
    jumpTo: (place, field) => {
      setChosen(false);
      if (shown.view !== 'both') onSearch({ ...search, show: 'yaml' });
      else if (field !== undefined) onSearch({ ...search, part: partOfField(field) });
      setJump(place);
    },
    open: (path) => {
      if (!forms[kind].isKnown(yaml.model)) {
        onSearch({ show: 'yaml' });
        void goTo(path, {});
        return;
      }
      setChosen(true);
      const show = shown.offered.includes('both') ? 'both' : 'form';
      onSearch({ show, part: keyOfPath(path) });
      locate(path);
    },
  };
}
