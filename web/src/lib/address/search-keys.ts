const isMac = /Mac|iPhone|iPad/u.test(navigator.userAgent);

/** The keys of the search over everything, as the keyboard of this device names them. */
export const searchKeys = isMac ? '⌘K' : 'Ctrl K';
