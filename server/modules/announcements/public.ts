// Announcements as other modules meet them: what those who live somewhere are to read.
export { announcedTo } from './for-residents.ts'
