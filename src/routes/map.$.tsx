// A child of the map layout under its old address.
import { createFileRoute } from '@tanstack/react-router'
import { leaveMapAddress } from '../app/map-address.ts'

export const Route = createFileRoute('/map/$')({ beforeLoad: ({ location }) => leaveMapAddress(location) })
