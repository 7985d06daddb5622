import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { DocLink } from '../../components/data/links.tsx';
import { showUndo } from '../../components/dialogs/undo-toast.tsx';
import { ProblemNote } from '../../components/states/problem-note.tsx';
import { WhyNot } from '../../components/states/why-not.tsx';
import { assetTexts } from '../../texts/assets.ts';
import { useRefusal } from '../permissions/refusal.ts';
import { useTagNames } from '../tags/tag-names.ts';
import { useTagAsset } from './changes.ts';
import { ChoiceDialog } from './choice-dialog.tsx';

/** The tags that people have given to the asset; each change can be undone. */
export function AssetTags({ id, tags }: { id: string; tags: readonly string[] }) {
  const mayNot = useRefusal('RESOURCES_EDIT', `assets/${id}`, true);
  const names = useTagNames(tags);
  const tagging = useTagAsset(id);
  const [isAdding, setAdding] = useState(false);
  const change = (tagId: string, name: string, isAdded: boolean) =>
    tagging.mutate(
      { tagId, isAdded },
      {
        onSuccess: () => {
          setAdding(false);
          const says = isAdded ? assetTexts.tagAdded : assetTexts.tagRemoved;
          showUndo(says(name), () => tagging.mutate({ tagId, isAdded: !isAdded }));
        },
      },
    );
  return (
    <section>
      <div className="row wrap part-line">
        <h2 className="part-title">{assetTexts.tags}</h2>
        <span className="push">
          <WhyNot compact refused={mayNot} onClick={() => setAdding(true)}>
            {assetTexts.addTag}
          </WhyNot>
        </span>
      </div>
      {tagging.error !== null && !isAdding && <ProblemNote error={tagging.error} />}
      <TagChips
        tags={tags}
        names={names}
        onRemove={mayNot === undefined ? (tag, name) => change(tag, name, false) : undefined}
      />
      {isAdding && (
        <ChoiceDialog
          title={assetTexts.addTag}
          resourceType="TAG"
          searchLabel={assetTexts.tagSearch}
          none={assetTexts.tagNone}
          taken={new Set(tags)}
          error={tagging.error}
          onChoose={({ id: tagId, name }) => change(tagId, name, true)}
          onClose={() => setAdding(false)}
        />
      )}
    </section>
  );
}

type TagChipsProps = {
  tags: readonly string[];
  names: ReadonlyMap<string, string>;
  onRemove: ((tag: string, name: string) => void) | undefined;
};

/** Tags by their names, each with a button that takes it away. */
export function TagChips({ tags, names, onRemove }: TagChipsProps) {
  if (tags.length === 0) return <p className="small faint">{assetTexts.noTags}</p>;
  return (
    <ul className="row wrap tight">
      {tags.map((tag) => (
        <li key={tag} className="chip">
          <DocLink collection="tags" id={tag} name={names.get(tag)} />
          {onRemove && (
            <button
              type="button"
              className="chip-remove"
              aria-label={assetTexts.removeTag(names.get(tag) ?? tag)}
              onClick={() => onRemove(tag, names.get(tag) ?? tag)}
            >
              <IconX size={13} aria-hidden />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
