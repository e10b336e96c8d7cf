// Keys of the browser's storage that more than one program reads: the console, the door unit, the page before either.

/** The chosen language (console specification, section 9). */
export const LANGUAGE_KEY = 'lang'
/** The chosen skin. */
export const SKIN_KEY = 'skin'
/** The session's token (console specification, section 3). */
export const TOKEN_KEY = 'token'
/** Where the last login on this browser led: a page of the console, and nobody's secret. */
export const LANDING_KEY = 'gatehouse.landing'
/** What begins so is a person's own: a purge of private data removes it. */
export const KEPT_PREFIX = 'gatehouse-kept-'
