// A condition as text within a statement that is built.
import { sql } from 'kysely'

export const raw = (condition: string) => sql<boolean>`(${sql.raw(condition)})`
