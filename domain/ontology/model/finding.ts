/**
 * A problem and its position; `{first}` in the message is replaced by the location of `otherField`, which is at
 * `otherOffset`.
 */
export type Finding = {
  field: string;
  message: string;
  offset: number;
  otherField?: string;
  otherOffset?: number;
};
