// The calls that an API key may make: those that ask for a permission that a key can have. What belongs to a session, takes
// a file, or leaves a task to somebody is a person's.
import { mayScopeKey } from '../domain/integration/api-key.ts'
import type { Endpoint } from './endpoint.ts'

export const isKeyCall = ({ access, upload, path }: Pick<Endpoint, 'access' | 'upload' | 'path'>): boolean =>
  upload === undefined && !/\/found$/.test(path) && mayScopeKey(access)
