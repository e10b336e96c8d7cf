// The database's part of the environment: how many connections each kind of work has, and how long it may take.
import { type Read, whole } from '../settings/setting.ts'

/** Rows of the table of settings. */
export const databaseTable = {
  people: {
    name: 'DATABASE_PEOPLE',
    fallback: '20',
    meaning: 'Database connections for what people ask over HTTP',
    schema: whole(1, 1000),
  },
  devices: {
    name: 'DATABASE_DEVICES',
    fallback: '12',
    meaning: 'Database connections for devices: who they are, what they say, whom an alarm reaches',
    schema: whole(2, 1000),
  },
  jobs: {
    name: 'DATABASE_JOBS',
    fallback: '10',
    meaning: 'Database connections for exports, imports, reports, clocks and cleaning up',
    schema: whole(4, 1000),
  },
  waitSeconds: {
    name: 'DATABASE_WAIT_SECONDS',
    fallback: '10',
    meaning: 'After so long without a free connection a call is told that the server is busy',
    schema: whole(1, 300),
  },
  statementSeconds: {
    name: 'DATABASE_STATEMENT_SECONDS',
    fallback: '30',
    meaning: 'The database breaks off what takes longer for a person; devices and jobs may take longer',
    schema: whole(1, 3600),
  },
} as const

export interface DatabaseConfig {
  databaseConnections: { people: number; devices: number; jobs: number }
  databaseWaitMs: number
  databaseStatementMs: number
}

export function readDatabase(read: Read): DatabaseConfig {
  const table = databaseTable
  return {
    databaseConnections: {
      people: read(table.people) ?? 20,
      devices: read(table.devices) ?? 12,
      jobs: read(table.jobs) ?? 10,
    },
    databaseWaitMs: (read(table.waitSeconds) ?? 10) * 1000,
    databaseStatementMs: (read(table.statementSeconds) ?? 30) * 1000,
  }
}
