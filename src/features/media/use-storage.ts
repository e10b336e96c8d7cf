// What the own tenant stores.
import { useQuery } from '@tanstack/react-query'
import { storageUse } from '../../contract/endpoints/file.ts'
import { sendRequest } from '../../platform/http.ts'
import { useRights } from '../../resource/surroundings.ts'

const FRESH_MS = 30_000

export function useStorageUse() {
  const may = useRights()
  return useQuery({
    queryKey: ['storage', 'use'],
    queryFn: ({ signal }) => sendRequest(storageUse, {}, { signal }),
    staleTime: FRESH_MS,
    enabled: may('file.read'),
  })
}
