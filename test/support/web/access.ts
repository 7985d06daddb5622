import type { Locator, Page } from 'playwright-core';
import type { TestApi } from '../http/api.ts';

/** The sheet that requests access. */
export type RequestSheetPage = {
  dialog: Locator;
  /** What the dry run says that would happen. */
  preview: Locator;
  write: (values: { purpose?: string; role?: string; until?: string }) => Promise<void>;
  acceptTerms: () => Promise<void>;
  send: () => Promise<void>;
};

export function requestSheetOf(page: Page): RequestSheetPage {
  const dialog = page.getByRole('dialog');
  return {
    dialog,
    preview: dialog.getByRole('region', { name: 'What happens' }),
    write: async ({ purpose, role, until }) => {
      if (purpose !== undefined) await dialog.getByLabel('Purpose').fill(purpose);
      if (role !== undefined) await dialog.getByLabel('Role').fill(role);
      if (until !== undefined) await dialog.getByLabel('Until').fill(until);
    },
    acceptTerms: () => dialog.getByLabel('I have read the terms').check(),
    send: () => dialog.getByRole('button', { name: 'Send request' }).click(),
  };
}

/** The inbox: its list, the open request, and the decision. */
export type InboxPage = {
  rows: Locator;
  detail: Locator;
  /** The purpose of the open request, once it is the expected one. */
  waitForPurpose: (purpose: string) => Promise<void>;
  note: Locator;
  button: (name: string | RegExp) => Locator;
};

export function inboxOf(page: Page): InboxPage {
  const detail = page.getByRole('region', { name: 'Request', exact: true });
  return {
    rows: page.getByRole('list', { name: 'Requests' }).getByRole('listitem'),
    detail,
    waitForPurpose: (purpose) =>
      detail.locator('blockquote').filter({ hasText: purpose }).waitFor(),
    note: detail.getByRole('textbox'),
    button: (name) => page.getByRole('button', { name }),
  };
}

/** Copies an access until there are `total` of them, each a second younger; their ids end with their number. */
export async function copyAccess(
  { database }: Pick<TestApi, 'database'>,
  id: string,
  total: number,
): Promise<void> {
  await database.knex.raw(
    `insert into access
     select (jsonb_populate_record(a, jsonb_build_object(
       'id', copy.id, 'body', a.body::jsonb || jsonb_build_object('id', copy.id),
       'created_at', a.created_at + n * interval '1 second'))).*
     from generate_series(2, ?::int) n
     cross join lateral (select 'request-' || lpad(n::text, 5, '0') as id) copy
     join access a on a.id = ?`,
    [total, id],
  );
}
