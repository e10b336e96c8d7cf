// Words that a session needs of its person, company and menus; apart from the entities, which the login never loads.
import * as z from 'zod/mini'

export const gender = z.enum(['male', 'female'])
export const resourceType = z.enum(['directory', 'menu', 'button'])
export const scenario = z.enum(['community', 'site', 'campus', 'fire', 'supervision', 'platform'])
export type Scenario = z.output<typeof scenario>
