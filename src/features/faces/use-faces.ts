// Whether the tenant works with faces, and what waits to become a sample.
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { faceState, waitingFaces } from '../../contract/endpoints/face.ts'
import { faceSample } from '../../domain/face/face.ts'
import { sendRequest } from '../../platform/http.ts'
import { useRights } from '../../resource/surroundings.ts'

const STATE = ['faces', 'state'] as const
/** Beside the samples: what became one waits no more. */
const WAITING = ['entity', faceSample.key, 'waiting'] as const

export function useFaceState() {
  const may = useRights()
  return useQuery({
    queryKey: STATE,
    queryFn: ({ signal }) => sendRequest(faceState, {}, { signal }),
    enabled: may(faceState.access),
  })
}

/** Uploaded pictures that are no sample yet. */
export function useWaitingFaces(enabled: boolean) {
  const may = useRights()
  return useQuery({
    queryKey: WAITING,
    queryFn: ({ signal }) => sendRequest(waitingFaces, {}, { signal }),
    enabled: enabled && may(waitingFaces.access),
  })
}

export const renewFaceState = (client: QueryClient) => client.invalidateQueries({ queryKey: STATE })
export const renewWaiting = (client: QueryClient) => client.invalidateQueries({ queryKey: WAITING })
