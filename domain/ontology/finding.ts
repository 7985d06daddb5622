/** Something wrong, where it stands; `{first}` in the message becomes what is said of `otherField`, which stands at `otherOffset`. */
export type Finding = {
  field: string;
  message: string;
  offset: number;
  otherField?: string;
  otherOffset?: number;
};
