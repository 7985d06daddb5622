/** Something wrong, where it stands; `{first}` in the message becomes the line of `otherOffset`. */
export type Finding = { field: string; message: string; offset: number; otherOffset?: number };
