// Site information (工地信息).
import { createFileRoute } from '@tanstack/react-router'
import { entityRoute } from '../../app/entity-route.ts'
import { ProjectPage } from '../../features/site/project-page.tsx'

export const Route = createFileRoute('/_map/index4info')({
  ...entityRoute('project'),
  component: () => <ProjectPage view={Route.useLoaderData()} />,
})
