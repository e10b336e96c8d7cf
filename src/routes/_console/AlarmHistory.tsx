import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/AlarmHistory')({
  component: RouteComponent,
})

function RouteComponent() {
  return <div>Hello "/_console/AlarmHistory"!</div>
}
