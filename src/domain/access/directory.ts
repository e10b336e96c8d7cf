// The tenant's own directory, which keeps its people in step here (SCIM 2.0): what a key needs for it, and what it sends.

/** The scope of an API key that makes, changes and disables people. No person's button asks for it. */
export const DIRECTORY_PERMISSION = 'directory.people'
