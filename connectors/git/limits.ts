/** Maximum size of what a server sends for the newest commit of a branch. */
export const maxPackBytes = 64 * 1024 ** 2;

/** Maximum size of one unpacked object, and of all together: a small answer can unpack to gigabytes. */
export const maxObjectBytes = 32 * 1024 ** 2;
export const maxUnpackedBytes = 512 * 1024 ** 2;
export const maxObjects = 200_000;

/** Maximum size of a file that is read, like the body of a request. */
export const maxFileBytes = 5 * 1024 ** 2;

/** Maximum time of one exchange with a server. */
export const exchangeTimeoutMs = 120_000;

/** Sentence for repositories beyond these limits. */
export const tooLarge =
  'The repository is too large: the files of its newest commit may have at most 64 MB packed and 512 MB unpacked, each at most 32 MB, and 200,000 together.';
