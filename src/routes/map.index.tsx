// The address of the map layout itself opens the fleet map.
import { createFileRoute } from '@tanstack/react-router'
import { leaveMapAddress } from '../app/map-address.ts'

export const Route = createFileRoute('/map/')({ beforeLoad: ({ location }) => leaveMapAddress(location) })
