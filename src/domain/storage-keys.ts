// Keys of the browser's storage that more than one program reads: the console, the door unit, the page before either.

/** The chosen language (console specification, section 9). */
export const LANGUAGE_KEY = 'lang'
/** The chosen skin. */
export const SKIN_KEY = 'skin'
/** What begins so is a person's own: a purge of private data removes it. */
export const KEPT_PREFIX = 'gatehouse-kept-'
