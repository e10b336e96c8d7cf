// The directories of the menu as it is first laid out, by their English names.

export const directories = [
  'Set up',
  'My day',
  'Alarms',
  'Devices',
  'Readings',
  'Commands',
  'Administration',
  'Reports',
  'Dashboards',
  'Map',
  'Doors & calls',
  'Video',
  'People',
  'Supervision',
  'Community',
  'Construction site',
  'Indoor positioning',
  'Announcements',
  'Cards & bills',
  'Advertising',
  'Mall',
] as const
export type DirectoryName = (typeof directories)[number]
