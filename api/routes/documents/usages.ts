import { Type } from '@sinclair/typebox';
import type { Db } from '../../../db/connect.ts';
import { listLinkingDocuments, listNamingDocuments } from '../../../db/views/documents/usages.ts';
import type { UsingDocument } from '../../../db/views/documents/usages.ts';
import { targetWord, definitionTarget } from '../../../domain/kinds/document-links.ts';
import { definition } from '../../../domain/kinds/definition.ts';
import type { DocumentKind } from '../../../domain/kinds/kind.ts';
import { sourceSystem } from '../../../domain/kinds/source-system.ts';
import type { OrganizationId } from '../../../domain/principal.ts';
import { documentPath } from '../../present/documents/document-paths.ts';
import { findKnownId } from '../../present/documents/known-id.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import { usageSchema } from '../../schemas/documents/usages.ts';
import { answersOf, readNamed } from './document-history.ts';

const maxUsages = 200;

type Key = { organizationId: OrganizationId; id: string };

const usagesRoute = (
  kind: DocumentKind,
  declared: { name: string; summary: string },
  list: (db: Db, key: Key) => Promise<UsingDocument[]>,
): Route =>
  defineRoute({
    method: 'GET',
    path: `${documentPath(kind)}/usages`,
    ...declared,
    tag: kind.collection,
    answers: answersOf(kind, {
      description: `At most ${maxUsages}, by name`,
      schema: Type.Array(usageSchema),
    }),
    handle: async ({ params, principal, services, header }) => {
      const { organizationId } = principal;
      const other = { organizationId, kind: kind.name, id: `${params.id}/usages` };
      const named = await readNamed(services, kind, other, header);
      if (named) return named;
      const id = await findKnownId(services, principal, kind, params.id);
      return { status: 200, json: await list(services.database.knex, { organizationId, id }) };
    },
  });

/** What uses a definition or a source system. */
export const documentUsageRoutes: readonly Route[] = [
  usagesRoute(
    definition,
    {
      name: 'listDefinitionUsages',
      summary: 'List the data contracts with fields that link a definition',
    },
    (db, { organizationId, id }) =>
      listLinkingDocuments(db, organizationId, targetWord(definitionTarget(id)), maxUsages),
  ),
  usagesRoute(
    sourceSystem,
    {
      name: 'listSourceSystemUsages',
      summary: 'List the data products with input ports that read a source system',
    },
    (db, key) => listNamingDocuments(db, { ...key, kind: sourceSystem.name }, maxUsages),
  ),
];
