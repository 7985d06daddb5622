import type { BackupSequence, BackupTable } from '../../db/backup/tables.ts';
import { problem } from '../problem.ts';

/** Raised by a change of the file that older versions cannot read. */
const formatVersion = 1;

/** The first part of a backup. */
export type Head = {
  format: number;
  /** Version of the product that wrote the file. */
  product: string;
  createdAt: string;
  /** Steps of the schema, in order. */
  migrations: readonly string[];
  /** In an order in which they can be loaded. */
  tables: readonly BackupTable[];
  sequences: readonly BackupSequence[];
};

/** The sums of a backup. */
export type Sums = {
  /** Number of rows by table. */
  rows: Record<string, number>;
  attachments: { files: number; bytes: number };
};

/** The last part of a backup: a file without it is incomplete. */
export type End = Sums & {
  /** Of the names, sizes and contents of all parts before. */
  sha256: string;
};

export const headName = 'concordat-backup/head.json';
export const endName = 'concordat-backup/end.json';

const tableForm = /^concordat-backup\/tables\/(.+)\/\d+\.copy$/;
const attachmentForm = /^concordat-backup\/attachments\/([A-Za-z0-9-]+(?:\/[A-Za-z0-9-]+)*)$/;

/** The name of a part of a table; the contents of all parts, one after another, are the text of COPY. */
export function tablePartName(table: string, number: number): string {
  return `concordat-backup/tables/${table}/${String(number).padStart(6, '0')}.copy`;
}

/** The name of the part with this file. */
export function attachmentPartName(storageKey: string): string {
  return `concordat-backup/attachments/${storageKey}`;
}

/** The table of a part; undefined for other parts. */
export function tableOfPart(name: string): string | undefined {
  return tableForm.exec(name)?.[1];
}

/** The storage key of a part with a file; undefined for other parts. */
export function storageKeyOfPart(name: string): string | undefined {
  return attachmentForm.exec(name)?.[1];
}

/** The head of a new backup. */
export function newHead(of: Omit<Head, 'format'>): Head {
  return { format: formatVersion, ...of };
}

/** Reads the head; refuses a file of another program or of another format. */
export function parseHead(file: string, text: string): Head {
  const head = parse(text) as Head | undefined;
  if (head === undefined || !Number.isInteger(head.format)) throw notOurs(file);
  if (head.format === formatVersion) return head;
  throw problem(
    `${file} has the backup format ${head.format}, and this version reads format ${formatVersion}: ` +
      `restore it with Concordat ${head.product}, which wrote it, or a newer version.`,
  );
}

/** The refusal of a file that is no backup. */
export function notOurs(file: string): Error {
  return problem(
    `${file} is not a backup of Concordat: name a file that npm run backup has written.`,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
