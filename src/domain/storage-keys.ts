// Keys of the browser's storage that more than one program reads: the console, the door unit, the page before either.

/** The chosen language (console specification, section 9). */
export const LANGUAGE_KEY = 'lang'
/** The chosen skin. */
export const SKIN_KEY = 'skin'
/** The session's token (console specification, section 3). */
export const TOKEN_KEY = 'token'
/** Where the last login on this browser led: a page of the console, and nobody's secret. */
export const LANDING_KEY = 'gatehouse.landing'
/** Proves that a tab began the login that comes back to it; gone with the answer. */
export const PROVIDER_HANDLE_KEY = 'gatehouse.providerLogin'
/** The organisation whose sign-in service somebody came by last on this browser: on its login page, and nobody's secret. */
export const SIGN_IN_NAME_KEY = 'gatehouse.signInName'
/** What begins so is a person's own: a purge of private data removes it. */
export const KEPT_PREFIX = 'gatehouse-kept-'
