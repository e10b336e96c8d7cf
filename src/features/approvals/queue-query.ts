// What waits for the person, and one case.
import { queryOptions } from '@tanstack/react-query'
import { approvalCaseById, waitingApprovals } from '../../contract/endpoints/approval.ts'
import type { ApprovalKind } from '../../domain/approval/kinds.ts'
import { sendRequest } from '../../platform/http.ts'

/** A stand-in's time begins and ends without anybody saying so. */
const LOOK_AGAIN_MS = 60_000

// Beside the pages of the entity: what makes these outdated makes the queue outdated too.
export const queueOptions = (kind: ApprovalKind | undefined) =>
  queryOptions({
    queryKey: ['entity', 'approvalCase', 'page', 'waiting', kind ?? 'all'] as const,
    queryFn: ({ signal }) => sendRequest(waitingApprovals, kind ? { kind } : {}, { signal }),
    staleTime: 0,
    refetchInterval: LOOK_AGAIN_MS,
  })

export const caseOptions = (id: number) =>
  queryOptions({
    queryKey: ['entity', 'approvalCase', 'page', 'case', id] as const,
    queryFn: ({ signal }) => sendRequest(approvalCaseById, { id }, { signal }),
    staleTime: 0,
  })
