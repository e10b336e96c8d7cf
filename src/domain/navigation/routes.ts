// What the gate knows of routes. Their titles and layouts stand apart: the login has no use for them.

/** Pages outside of the frame, which no menu lists. */
export const barePaths: readonly string[] = [
  '/login',
  '/callPhone',
  '/roOm',
  '/moreRoom',
  '/multiVoice',
  '/mqtt',
  '/join',
]

/** Name of a route in the server's navigation list: its path without the slash and without parameters. */
export function routeName(path: string): string {
  return path.slice(1).split('/')[0] ?? ''
}

/** Registered whatever the navigation list says (console specification, section 2). */
export const alwaysAllowed: readonly string[] = [
  'DeviceCategoryList',
  'DeviceList',
  'fenceInfo',
  'DeviceDtail',
  'fenceMap',
  'location',
  'vedio',
  'AlarmHistory',
  'FaceEntities',
]
