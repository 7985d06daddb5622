import { Type } from '@sinclair/typebox';
import type { DocumentKind } from './kind.ts';
import {
  announcedAs,
  headOf,
  infoOf,
  optional,
  optionalText,
  ownerFrom,
  plainKind,
  ruledBy,
  textMap,
} from './resource.ts';

const tagSchema = Type.Object(
  {
    id: Type.String({ description: "Chosen by the caller; equals the path id; may hold '/'" }),
    info: optional(
      Type.Object(
        {
          name: optionalText('Name that people see instead of the id'),
          owner: optionalText('Id of the owning team'),
          description: optionalText(),
        },
        { additionalProperties: true },
      ),
    ),
    links: textMap,
    properties: textMap,
  },
  { $id: 'Tag', additionalProperties: true },
);

export const tag: DocumentKind = {
  ...plainKind,
  yamlName: 'tag.yaml',
  ...ruledBy(tagSchema),
  name: 'tag',
  collection: 'tags',
  title: 'tag',
  events: announcedAs('Tag'),
  idsHoldSlashes: true,
  listFilters: { owner: { by: 'owner', description: 'Name or id of the owning team' } },
  extract: (document) => {
    const { name, owner, description } = infoOf(document);
    return {
      ...headOf({ description: description ?? null }, [name, document.id]),
      owner: ownerFrom(owner),
    };
  },
};
