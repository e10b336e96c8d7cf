// What a password must be; apart from the people who have one, since the login loads it.
import * as z from 'zod/mini'

/** At least 8 characters, so that throttled guessing stays hopeless; the upper bound keeps hashing cheap. */
export const password = z.string().check(z.minLength(8, { error: 'passwordShort' }), z.maxLength(128))
