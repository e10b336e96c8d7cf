// All that is picked from, in one part that is fetched when it is wanted.

export { TimeGrid } from '@mantine/dates'
export { MomentPicker } from './moment-picker.tsx'
export { MonthCalendar } from './month-calendar.tsx'
