// What a name to log in with must be; apart from the people who have one, since whoever is invited loads it.
import * as z from 'zod/mini'
import { USERNAME_LENGTH } from '../limits.ts'

export const username = z
  .string()
  .check(
    z.minLength(1, { error: 'required' }),
    z.maxLength(USERNAME_LENGTH),
    z.regex(/^[A-Za-z0-9_.-]+$/, { error: 'username' }),
  )
