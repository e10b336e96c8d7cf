// What the pages of attendance ask beyond the generic lists; kept on the device, for who stands where there is no network.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import {
  attendanceFaults,
  attendanceMonth,
  attendanceOfDay,
  ownMonth,
  punchPlaces,
} from '../../contract/endpoints/attendance.ts'
import { attendanceDay } from '../../domain/attendance/attendance-day.ts'
import { punch } from '../../domain/attendance/punch.ts'
import { sendRequest } from '../../platform/http.ts'

export type Month = z.output<typeof attendanceMonth.response>
export type MonthPerson = Month['people'][number]
export type OfDay = z.output<typeof attendanceOfDay.response>
export type Evidence = OfDay['punches'][number]
export type Faults = z.output<typeof attendanceFaults.response>
export type PunchPlace = z.output<typeof punchPlaces.response>[number]

const FRESH_MS = 10_000
/** Phones and doors punch all the time. */
const LOOK_AGAIN_MS = 15_000

export const monthOptions = (asked: { month: string; departmentId?: number | undefined }) =>
  queryOptions({
    queryKey: ['entity', attendanceDay.key, 'month', asked] as const,
    queryFn: ({ signal }): Promise<Month> => sendRequest(attendanceMonth, asked, { signal }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    refetchInterval: LOOK_AGAIN_MS,
    meta: { offline: attendanceDay.offline },
  })

export const ownMonthOptions = (month: string) =>
  queryOptions({
    queryKey: ['entity', punch.key, 'ownMonth', month] as const,
    queryFn: ({ signal }) => sendRequest(ownMonth, { month }, { signal }),
    staleTime: FRESH_MS,
    refetchInterval: LOOK_AGAIN_MS,
    meta: { offline: punch.offline },
  })

export const dayOptions = (workerId: number, day: string) =>
  queryOptions({
    queryKey: ['entity', attendanceDay.key, 'day', workerId, day] as const,
    queryFn: ({ signal }): Promise<OfDay> => sendRequest(attendanceOfDay, { workerId, day }, { signal }),
    staleTime: FRESH_MS,
    meta: { offline: attendanceDay.offline },
  })

export const faultsOptions = (asked: {
  kind: 'unpunctual' | 'absent'
  from: string
  to: string
  departmentId?: number | undefined
}) =>
  queryOptions({
    queryKey: ['entity', attendanceDay.key, 'faults', asked] as const,
    queryFn: ({ signal }): Promise<Faults> => sendRequest(attendanceFaults, asked, { signal }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    meta: { offline: attendanceDay.offline },
  })

export const placesOptions = (asked: { day: string; departmentId?: number | undefined }) =>
  queryOptions({
    queryKey: ['entity', attendanceDay.key, 'places', asked] as const,
    queryFn: ({ signal }): Promise<PunchPlace[]> => sendRequest(punchPlaces, asked, { signal }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    refetchInterval: LOOK_AGAIN_MS,
    meta: { offline: attendanceDay.offline },
  })
