// One rule for button, route and endpoint: does a person hold a permission?

/** Permission of the super administrator: every permission in every tenant. */
export const EVERYTHING = '*'

/** True when the permissions a person holds contain the wanted one. Permissions are exact names; only `*` covers others. */
export function holds(permissions: ReadonlySet<string>, wanted: string): boolean {
  return permissions.has(EVERYTHING) || permissions.has(wanted)
}
